//! Whether things may move that do not have to: a setting that packs and the table honour.

use catalog::store::{self, Library};

/// Where it is kept.
const SETTING: &str = "window.reduced_motion";

/// Whether a person wants less motion.
pub fn is_reduced(library: &Library) -> bool {
    library.setting(SETTING).ok().flatten().unwrap_or(false)
}

/// Keeps it.
///
/// # Errors
/// Of the library.
pub fn set_reduced(library: &mut Library, reduced: bool) -> Result<(), store::Error> {
    library.set(SETTING, &reduced)
}
