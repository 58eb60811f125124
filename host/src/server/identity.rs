//! Who asks: a device shows a secret in a cookie that scripts cannot read and other sites cannot send.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::secret::Secret;

/// What a cookie is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Seat,
    Owner,
}

fn name(role: Role, table: i64) -> String {
    match role {
        Role::Seat => format!("deckloom-{table}"),
        Role::Owner => format!("deckloom-owner-{table}"),
    }
}

/// The secret that a request shows for a table.
pub(super) fn secret(headers: &HeaderMap, role: Role, table: i64) -> Option<Secret> {
    let name = name(role, table);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).and_then(|(_, value)| Secret::read(value))
}

/// Has a device show a secret from now on.
pub(super) fn cookie(role: Role, table: i64, secret: &Secret) -> HeaderValue {
    let days = 60 * 60 * 24 * 60;
    let text = format!("{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={days}", name(role, table), secret.digits());
    HeaderValue::from_str(&text).expect("a cookie is of digits and letters")
}

/// Has a device forget its secret.
pub(super) fn forget(role: Role, table: i64) -> HeaderValue {
    let text = format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", name(role, table));
    HeaderValue::from_str(&text).expect("a cookie is of digits and letters")
}
