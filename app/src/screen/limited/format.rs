//! A format that is played with packs, looked up by its id.

use catalog::tr;
use formats::format::Limited;
use formats::limited::booster::Product;
use formats::{DeckFormat, GameLibrary};

/// A format with what it says about pools, and the product that rates the cards.
pub(super) type FormatParts<'b> = (&'b DeckFormat, &'b Limited, &'b Product);

/// A format with what it says about its pools.
///
/// # Errors
/// When there is no such format, or it is played without packs.
pub(super) fn limited_format<'b>(
    game_library: &'b GameLibrary,
    format: &str,
) -> Result<(&'b DeckFormat, &'b Limited), String> {
    let found = game_library.format(format).and_then(|f| Some((f, f.limited.as_ref()?)));
    found.ok_or_else(|| missing(format))
}

/// The same, with the product that it opens.
///
/// # Errors
/// When there is no such format, it is played without packs, or its product is gone.
pub(super) fn format_parts<'b>(game_library: &'b GameLibrary, format: &str) -> Result<FormatParts<'b>, String> {
    let (declared, limited) = limited_format(game_library, format)?;
    let product = game_library.product(&limited.product).ok_or_else(|| missing(format))?;
    Ok((declared, limited, product))
}

fn missing(format: &str) -> String {
    tr!("There is no limited format “{format}”.", format)
}
