//! Where the host listens: an address of this machine on a network of its own, chosen by name.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use catalog::tr;

/// Why there is no address to listen at.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The system does not tell its addresses.
    Unknown(std::io::Error),
    /// There are several, and somebody has to choose.
    Several(Vec<IpAddr>),
    /// There is none on a local network.
    None,
    /// It can be reached from everywhere.
    Public(IpAddr),
    /// All addresses at once.
    Every(IpAddr),
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            AddressError::Unknown(error) => tr!("the addresses of this computer cannot be read: {error}", error),
            AddressError::Several(all) => tr!(
                "this computer has several addresses: {all}; choose the one of the network that the phones are in",
                all = list(all)
            ),
            AddressError::None => tr!("this computer is not on a local network"),
            AddressError::Public(address) => tr!(
                "{address} is a public address; tables are hosted on a local network, where nobody else listens",
                address
            ),
            AddressError::Every(address) => {
                tr!("{address} would be every address of this computer; choose one", address)
            }
        })
    }
}

fn list(addresses: &[IpAddr]) -> String {
    addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The address that somebody chose, or the only one of a local network.
///
/// # Errors
/// When it is public, or there is not exactly one.
pub fn choose(chosen: Option<IpAddr>) -> Result<IpAddr, AddressError> {
    if let Some(address) = chosen {
        return check(address);
    }
    let found = if_addrs::get_if_addrs().map_err(AddressError::Unknown)?;
    let mut local: Vec<IpAddr> = found.iter().map(|one| one.ip()).filter(|ip| is_private_v4(*ip)).collect();
    local.sort_unstable();
    local.dedup();
    match local[..] {
        [] => Err(AddressError::None),
        [one] => Ok(one),
        _ => Err(AddressError::Several(local)),
    }
}

fn check(address: IpAddr) -> Result<IpAddr, AddressError> {
    match address {
        _ if address.is_unspecified() => Err(AddressError::Every(address)),
        _ if address.is_loopback() || is_private_v4(address) => Ok(address),
        IpAddr::V6(v6) if v6.is_unique_local() || v6.is_unicast_link_local() => Ok(address),
        _ => Err(AddressError::Public(address)),
    }
}

fn is_private_v4(address: IpAddr) -> bool {
    matches!(address, IpAddr::V4(v4) if v4.is_private() || v4.is_link_local())
}

/// The name of an address in a link: IPv6 has brackets there.
pub struct InLink(pub IpAddr);

impl fmt::Display for InLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(v4) => Ipv4Addr::fmt(&v4, f),
            IpAddr::V6(v6) => {
                f.write_str("[")?;
                Ipv6Addr::fmt(&v6, f)?;
                f.write_str("]")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_one_local_network_are_taken() {
        let choose = |text: &str| choose(Some(text.parse().expect("an address")));
        for good in ["127.0.0.1", "192.168.1.20", "10.0.0.3", "172.16.4.4", "169.254.1.1", "::1", "fd00::1", "fe80::1"]
        {
            assert!(choose(good).is_ok(), "{good}");
        }
        for every in ["0.0.0.0", "::"] {
            assert!(matches!(choose(every), Err(AddressError::Every(_))), "{every}");
        }
        for public in ["8.8.8.8", "172.32.0.1", "2001:db8::1"] {
            assert!(matches!(choose(public), Err(AddressError::Public(_))), "{public}");
        }
    }
}
