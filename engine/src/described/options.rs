//! What a table may settle otherwise in a game whose rules are data: its `[[option]]`s.

use catalog::tr;

use crate::kernel::match_options::{OptionError, OptionValue};

use super::program::Program;

impl Program {
    /// Settles an option, as in `passing` and `false`.
    ///
    /// # Errors
    /// If there is no such option, or no such value.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let setting = OptionValue { key, value };
        let Some(option) = self.options.iter_mut().find(|option| option.id == key) else {
            let known: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
            let known = if known.is_empty() { tr!("none") } else { known.join(", ") };
            return Err(OptionError::Unknown { game: "this game", key: key.into(), known });
        };
        option.value = match option.is_switch {
            true => setting.parse_flag()?.into(),
            false => {
                let (least, most) = (option.least, option.most);
                let read = value.parse().ok().filter(|n| (least..=most).contains(n));
                read.ok_or_else(|| setting.invalid(tr!("a number from {least} to {most}", least, most)))?
            }
        };
        Ok(())
    }

    /// Settles several; the later of two goes.
    ///
    /// # Errors
    /// If there is no such option, or no such value.
    pub fn set_options(&mut self, settings: &[(String, String)]) -> Result<(), OptionError> {
        settings.iter().try_for_each(|(key, value)| self.set_option(key, value))
    }
}
