//! What stored cards look like: every type in a value, with its fields and variants, in a fixed order of its own.
//!
//! Stored cards are bytes without names, so a field more, or a variant between two others, is read as something else. A
//! test compares what is stored with what was stored under each `READING`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::de::value::{Error, U32Deserializer};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

/// The types below a type: one line each, by name.
pub(super) fn describe<'de, T: Deserialize<'de>>() -> String {
    let shape = Shape::default();
    let mut before = usize::MAX;
    // Each look takes one variant of each enum that was not seen before.
    while before != shape.seen() {
        before = shape.seen();
        shape.out.borrow_mut().clear();
        T::deserialize(&shape).expect("a value of every shape can be made");
    }
    let whole = shape.out.take();
    let types = shape.types.take().into_iter().map(|(name, parts)| format!("{name}: {}\n", parts.join(", ")));
    format!("{whole}\n{}", types.collect::<String>())
}

/// Makes values out of nothing, and writes down what they are made of.
#[derive(Default)]
struct Shape {
    /// What is being described.
    out: RefCell<String>,
    types: RefCell<BTreeMap<&'static str, Vec<String>>>,
    /// Types that are being described, the innermost last.
    open: RefCell<Vec<&'static str>>,
}

impl Shape {
    fn seen(&self) -> usize {
        self.types.borrow().values().map(Vec::len).sum()
    }

    fn write(&self, text: &str) {
        self.out.borrow_mut().push_str(text);
    }

    /// What is written while this runs.
    fn aside<T>(&self, work: impl FnOnce() -> T) -> (T, String) {
        let before = self.out.take();
        let result = work();
        (result, self.out.replace(before))
    }

    /// Whether the type is part of itself, so that going on would not end.
    fn is_nested(&self, name: &str) -> bool {
        self.open.borrow().iter().filter(|open| **open == name).count() > 1
    }
}

macro_rules! plain {
    ($($method:ident $visit:ident $value:expr;)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.write(&stringify!($method)["deserialize_".len()..]);
            visitor.$visit($value)
        })+
    };
}

impl<'de> Deserializer<'de> for &Shape {
    type Error = Error;

    plain! {
        deserialize_bool visit_bool false;
        deserialize_i8 visit_i8 0;
        deserialize_i16 visit_i16 0;
        deserialize_i32 visit_i32 0;
        deserialize_i64 visit_i64 0;
        deserialize_u8 visit_u8 0;
        deserialize_u16 visit_u16 0;
        deserialize_u32 visit_u32 0;
        deserialize_u64 visit_u64 0;
        deserialize_str visit_borrowed_str "";
        deserialize_string visit_borrowed_str "";
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        panic!("postcard cannot read a value that says itself what it is");
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.write("unit");
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! { i128 u128 f32 f64 char bytes byte_buf map identifier ignored_any }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.write("option ");
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.write("seq ");
        visitor.visit_seq(Parts { shape: self, left: 1, names: &[] })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.write("(");
        let made = visitor.visit_seq(Parts { shape: self, left: len, names: &[] });
        self.write(")");
        made
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.write(name);
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.write(name);
        self.write(" of ");
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.write(name);
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.write(name);
        self.open.borrow_mut().push(name);
        let (made, parts) = self.aside(|| visitor.visit_seq(Parts { shape: self, left: fields.len(), names: fields }));
        self.open.borrow_mut().pop();
        if !self.is_nested(name) {
            self.types.borrow_mut().insert(name, vec![parts]);
        }
        made
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.write(name);
        self.open.borrow_mut().push(name);
        let seen = self.types.borrow().get(name).map_or(0, Vec::len);
        // The first variant of a type that is part of itself ends it.
        let at = if self.is_nested(name) || seen == variants.len() { 0 } else { seen };
        let (made, parts) = self.aside(|| visitor.visit_enum(Variant { shape: self, at }));
        self.open.borrow_mut().pop();
        let mut types = self.types.borrow_mut();
        let list = types.entry(name).or_default();
        if list.len() == at {
            list.push(format!("{}{parts}", variants[at]));
        }
        made
    }
}

/// The parts of a value, one after the other.
struct Parts<'s> {
    shape: &'s Shape,
    left: usize,
    names: &'static [&'static str],
}

impl<'de> SeqAccess<'de> for Parts<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        if let Some(name) = self.names.len().checked_sub(self.left).and_then(|at| self.names.get(at)) {
            self.shape.write(name);
            self.shape.write(" ");
        }
        self.left -= 1;
        let made = seed.deserialize(self.shape).map(Some);
        if self.left > 0 {
            self.shape.write(", ");
        }
        made
    }
}

/// One variant of an enum.
struct Variant<'s> {
    shape: &'s Shape,
    at: usize,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let at: U32Deserializer<Error> = (self.at as u32).into_deserializer();
        Ok((seed.deserialize(at)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.shape.write(" of ");
        seed.deserialize(self.shape)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.shape.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.shape.write(" {");
        let made = visitor.visit_seq(Parts { shape: self.shape, left: fields.len(), names: fields });
        self.shape.write("}");
        made
    }
}
