//! Numbers in arguments: one that is none, or too large, is answered with what is accepted.

use std::any::TypeId;
use std::ops::{Bound, RangeBounds};

use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use formats::rng::Seed;

/// What was written is no number that is accepted here; it says which are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NumberError {
    /// A whole number within bounds.
    #[error("write a whole number from {least} to {most}")]
    Between {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
    /// A whole number of at least so much.
    #[error("write a whole number from {0}")]
    AtLeast(u64),
    /// Any whole number.
    #[error("write a whole number")]
    Whole,
    /// Points of winning chance.
    #[error("write a number from 0 to 100, such as 5")]
    Points,
    /// A seed.
    #[error("write a number from 0, or 64 hexadecimal digits")]
    Seed,
}

/// A whole number within these bounds.
pub(super) fn whole<T>(range: impl RangeBounds<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    let range = (range.start_bound().cloned(), range.end_bound().cloned());
    let accepted = match range {
        (Bound::Included(least), Bound::Included(most)) => NumberError::Between { least, most },
        (Bound::Included(least), _) => NumberError::AtLeast(least),
        _ => NumberError::Whole,
    };
    let number =
        move |text: &str| text.trim().parse().ok().filter(|n| range.contains(n)).and_then(|n| T::try_from(n).ok());
    StringValueParser::new().try_map(move |text| number(&text).ok_or_else(|| accepted.clone()))
}

/// Points of winning chance: a number from 0 to 100, with a point or without.
pub(super) fn points(text: &str) -> Result<f64, NumberError> {
    let number = text.trim().parse::<f64>().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or(NumberError::Points)
}

/// A seed: a number, or the 64 hexadecimal digits that a run without one tells.
pub(super) fn seed(text: &str) -> Result<Seed, NumberError> {
    let seed = text.trim().parse().ok().map(Seed::from_number).or_else(|| Seed::from_hex(text.trim()));
    seed.ok_or(NumberError::Seed)
}

/// The same arguments, of which those that are numbers take one below 0 as their value: it is refused as a number that
/// is too small, and not as an option that is unknown.
pub(super) fn accept_negative(command: Command) -> Command {
    let lenient = |arg: Arg| if is_number(&arg) { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(lenient).mut_subcommands(accept_negative)
}

/// Whether an argument is a number.
pub(super) fn is_number(arg: &Arg) -> bool {
    let value = arg.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<u8>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i64>(),
        TypeId::of::<f64>(),
        TypeId::of::<Seed>(),
    ];
    arg.get_action().takes_values() && numbers.iter().any(|number| value == *number)
}
