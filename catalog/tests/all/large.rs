//! How much a test tries. A few cases mostly show what many do; scripts/large-cases.sh tries all of them.

/// So many cases: `all` where `DECKLOOM_LARGE` is set.
pub fn cases<T>(few: T, all: T) -> T {
    if std::env::var_os("DECKLOOM_LARGE").is_some() { all } else { few }
}
