//! Pieces of JSON files, read one by one so that each line of a report has its place.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::sheet::MOST_LINES;

/// Objects as they stand in the file, no more than a deck can have.
#[derive(Default)]
pub(super) struct ObjectList<'a>(pub Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for ObjectList<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seen;
        impl<'de> Visitor<'de> for Seen {
            type Value = ObjectList<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of objects")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ObjectList<'de>, A::Error> {
                let mut objects = Vec::new();
                while let Some(object) = list.next_element::<&'de RawValue>()? {
                    if objects.len() == MOST_LINES {
                        return Err(A::Error::custom(format!("more than {MOST_LINES} objects in one list")));
                    }
                    objects.push(object);
                }
                Ok(ObjectList(objects))
            }
        }
        deserializer.deserialize_seq(Seen)
    }
}
