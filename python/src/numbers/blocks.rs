//! Numbers for actions that are made of a kind and up to three small numbers: a block for each kind, the last number running fastest.

use engine::described::encoding::OutsideNumbers;

/// A kind of action.
#[derive(Debug, Clone)]
struct Block {
    name: &'static str,
    first: u32,
    sizes: [u32; 3],
}

/// The blocks of a match.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    blocks: Vec<Block>,
    size: u32,
}

impl Blocks {
    /// Adds a kind; each part of it is less than its size. Its place is what [`Blocks::number`] asks for.
    pub fn add(&mut self, name: &'static str, sizes: &[u32]) {
        let mut all = [1; 3];
        all[..sizes.len()].copy_from_slice(sizes);
        self.blocks.push(Block { name, first: self.size, sizes: all });
        self.size += all.iter().product::<u32>();
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The number of an action of the kind at a place.
    ///
    /// # Errors
    /// If a part of it is larger than was thought of.
    #[inline]
    pub fn number(&self, kind: usize, parts: [u32; 3]) -> Result<u32, OutsideNumbers> {
        let block = &self.blocks[kind];
        let mut at = 0;
        for (part, size) in parts.into_iter().zip(block.sizes) {
            if part >= size {
                return Err(OutsideNumbers(format!(
                    "`{}` is done with {part} of {size}, which has no number",
                    block.name
                )));
            }
            at = at * size + part;
        }
        Ok(block.first + at)
    }

    /// The kind of a number and its parts, with how many parts its kind has.
    pub fn parts(&self, number: u32) -> Option<(&'static str, [u32; 3])> {
        let block = self.blocks.iter().rev().find(|block| block.first <= number)?;
        let mut at = number - block.first;
        let mut parts = [0; 3];
        for (part, size) in parts.iter_mut().zip(block.sizes).rev() {
            (*part, at) = (at % size, at / size);
        }
        (at == 0).then_some((block.name, parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let mut blocks = Blocks::default();
        blocks.add("pass", &[]);
        blocks.add("play", &[5, 3]);
        blocks.add("pay", &[2, 2, 2]);
        assert_eq!(blocks.size(), 24);
        assert_eq!(blocks.parts(blocks.number(1, [4, 2, 0]).unwrap()), Some(("play", [4, 2, 0])));
        assert_eq!(blocks.parts(blocks.number(2, [1, 0, 1]).unwrap()), Some(("pay", [1, 0, 1])));
        assert_eq!(blocks.parts(24), None);
        assert!(blocks.number(1, [5, 0, 0]).is_err());
    }
}
