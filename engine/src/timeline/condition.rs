//! What must have happened: `1936' and not (1941' or 1943')`, compiled to masks of Linchpins.

use super::Cells;

/// The most ways in which a condition can be met, once it is written out.
const WAYS: usize = 64;

/// Why a label names no Linchpin that a condition can ask for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinchpinError {
    /// A card that is none.
    #[error("{0} is no Linchpin")]
    Other(String),
    /// No card at all.
    #[error("{0} is not on the TimeLine")]
    Unknown(String),
    /// A Linchpin that comes too late.
    #[error("{label} is not earlier than {card}")]
    Late {
        /// The Linchpin.
        label: String,
        /// The card with the condition.
        card: String,
    },
}

/// What cannot be understood of a condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// A word behind its end.
    #[error("`{0}` stands where the condition should be over")]
    Over(String),
    /// A word in place of a Linchpin.
    #[error("`{0}` stands where a Linchpin should be")]
    Word(String),
    /// An end in place of a Linchpin.
    #[error("it ends where a Linchpin should be")]
    End,
    /// An open bracket.
    #[error("a bracket is not closed")]
    Bracket,
    /// So many ways to meet it.
    #[error("it can be met in {0} ways; {WAYS} are too many already")]
    Ways(usize),
    /// A label.
    #[error(transparent)]
    Linchpin(#[from] LinchpinError),
}

/// A function that says which cell a label means.
pub type LinchpinFinder<'a> = dyn Fn(&str) -> Result<u8, LinchpinError> + 'a;

/// One way to meet a condition: these Linchpins are reversed, and these are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Conjunction {
    prime: Cells,
    true_: Cells,
}

impl Conjunction {
    fn both(self, other: Conjunction) -> Option<Conjunction> {
        let way = Conjunction { prime: self.prime | other.prime, true_: self.true_ | other.true_ };
        (way.prime & way.true_ == 0).then_some(way)
    }
}

/// A condition on which Linchpins are reversed: any of several ways, each by one look at two masks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    ways: Box<[Conjunction]>,
    names: Cells,
}

impl Condition {
    /// Reads a condition. `linchpin` says which cell a label means; `label` is followed by `'` where the Linchpin must
    /// be reversed, and stands alone where it must not be.
    ///
    /// # Errors
    /// What cannot be understood.
    pub fn parse(text: &str, linchpin: &LinchpinFinder<'_>) -> Result<Condition, ConditionError> {
        let mut reader = Reader { rest: text, linchpin };
        let tree = reader.either()?;
        match reader.peek() {
            None => {}
            Some(word) => return Err(ConditionError::Over(word.to_owned())),
        }
        let mut ways = tree.ways(true)?;
        ways.sort_unstable();
        ways.dedup();
        // A way that asks for more than another one adds nothing.
        let all = ways.clone();
        ways.retain(|way| !all.iter().any(|other| other != way && way.both(*other) == Some(*way)));
        Ok(Condition { ways: ways.into(), names: tree.names() })
    }

    /// Whether it holds while exactly these Linchpins are reversed.
    pub fn holds(&self, primes: Cells) -> bool {
        self.ways.iter().any(|way| primes & way.prime == way.prime && primes & way.true_ == 0)
    }

    /// The Linchpins that it names.
    pub fn names(&self) -> Cells {
        self.names
    }

    /// Whether it can ever hold.
    pub fn is_possible(&self) -> bool {
        !self.ways.is_empty()
    }

    /// Whether the other one holds exactly when this one does not.
    pub fn is_complement(&self, other: &Condition) -> bool {
        subsets(self.names | other.names).all(|primes| self.holds(primes) != other.holds(primes))
    }

    /// Whether the other one holds whenever this one does.
    pub fn implies(&self, other: &Condition) -> bool {
        subsets(self.names | other.names).all(|primes| !self.holds(primes) || other.holds(primes))
    }
}

/// Every subset of a mask, the empty one first.
pub(crate) fn subsets(mask: Cells) -> impl Iterator<Item = Cells> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let now = next?;
        let after = (now | !mask).wrapping_add(1) & mask;
        next = (after != 0).then_some(after);
        Some(now)
    })
}

enum Tree {
    Is(u8, bool),
    Not(Box<Tree>),
    All(Vec<Tree>),
    Any(Vec<Tree>),
}

impl Tree {
    fn names(&self) -> Cells {
        match self {
            Tree::Is(cell, _) => 1 << cell,
            Tree::Not(inner) => inner.names(),
            Tree::All(parts) | Tree::Any(parts) => parts.iter().fold(0, |m, p| m | p.names()),
        }
    }

    /// The ways in which it holds, or does not.
    fn ways(&self, holds: bool) -> Result<Vec<Conjunction>, ConditionError> {
        match (self, holds) {
            (Tree::Not(inner), _) => inner.ways(!holds),
            (Tree::Is(cell, prime), _) => Ok(vec![if *prime == holds {
                Conjunction { prime: 1 << cell, true_: 0 }
            } else {
                Conjunction { prime: 0, true_: 1 << cell }
            }]),
            (Tree::Any(parts), true) | (Tree::All(parts), false) => {
                let mut ways = Vec::new();
                for part in parts {
                    ways.extend(part.ways(holds)?);
                }
                capped(ways)
            }
            (Tree::All(parts), true) | (Tree::Any(parts), false) => {
                let mut ways = vec![Conjunction { prime: 0, true_: 0 }];
                for part in parts {
                    let more = part.ways(holds)?;
                    ways = capped(ways.iter().flat_map(|a| more.iter().filter_map(|b| a.both(*b))).collect())?;
                }
                Ok(ways)
            }
        }
    }
}

fn capped(mut ways: Vec<Conjunction>) -> Result<Vec<Conjunction>, ConditionError> {
    ways.sort_unstable();
    ways.dedup();
    match ways.len() {
        0..=WAYS => Ok(ways),
        n => Err(ConditionError::Ways(n)),
    }
}

struct Reader<'a> {
    rest: &'a str,
    linchpin: &'a LinchpinFinder<'a>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let first = text.chars().next()?;
        let end = match first {
            '(' | ')' => 1,
            _ => text.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(text.len()),
        };
        Some(&text[..end])
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = &self.rest.trim_start()[word.len()..];
        Some(word)
    }

    fn take(&mut self, word: &str) -> bool {
        let is_next = self.peek() == Some(word);
        if is_next {
            self.next();
        }
        is_next
    }

    fn either(&mut self) -> Result<Tree, ConditionError> {
        let mut parts = vec![self.both()?];
        while self.take("or") {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Tree::Any(parts) })
    }

    fn both(&mut self) -> Result<Tree, ConditionError> {
        let mut parts = vec![self.one()?];
        while self.take("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Tree::All(parts) })
    }

    fn one(&mut self) -> Result<Tree, ConditionError> {
        match self.next() {
            Some("not") => Ok(Tree::Not(Box::new(self.one()?))),
            Some("(") => {
                let tree = self.either()?;
                if self.take(")") { Ok(tree) } else { Err(ConditionError::Bracket) }
            }
            Some(word @ (")" | "and" | "or")) => Err(ConditionError::Word(word.to_owned())),
            Some(word) => {
                let label = word.strip_suffix('\'');
                Ok(Tree::Is((self.linchpin)(label.unwrap_or(word))?, label.is_some()))
            }
            None => Err(ConditionError::End),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Condition, ConditionError> {
        let letters = |word: &str| match word.as_bytes() {
            [b @ b'a'..=b'h'] => Ok(b - b'a'),
            _ => Err(LinchpinError::Unknown(word.to_owned())),
        };
        Condition::parse(text, &letters)
    }

    /// The same, decided by what the words say, one state at a time.
    fn check(text: &str, plain: impl Fn(&dyn Fn(char) -> bool) -> bool) {
        let condition = read(text).expect("it can be read");
        for primes in 0..256u64 {
            let is = |c: char| primes >> (c as u8 - b'a') & 1 == 1;
            assert_eq!(condition.holds(primes), plain(&is), "{text} in {primes:08b}");
        }
    }

    #[test]
    fn conditions_hold_when_their_words_say_so() {
        check("a'", |is| is('a'));
        check("a' or b'", |is| is('a') || is('b'));
        check("a' and b", |is| is('a') && !is('b'));
        check("a' or b' and c'", |is| is('a') || is('b') && is('c'));
        check("(a' or b') and c'", |is| (is('a') || is('b')) && is('c'));
        check("not (a' and (b or c'))", |is| !(is('a') && (!is('b') || is('c'))));
        check("not not a'", |is| is('a'));
        check("a' and a", |_| false);
        check("a' and (b' or not b') and h", |is| is('a') && !is('h'));
        assert!(!read("a' and a").expect("it can be read").is_possible());
    }

    #[test]
    fn complements_are_found_by_all_states() {
        let is = |a, b| read(a).expect("a").is_complement(&read(b).expect("b"));
        assert!(is("a' or b'", "a and b") && is("a' and b or c'", "not (a' and b or c')"));
        assert!(!is("a' or b'", "a or b") && !is("a'", "a'"));
        assert!(read("a' and b'").expect("a").implies(&read("a' or c'").expect("b")));
    }

    #[test]
    fn what_cannot_be_understood_is_told() {
        for (text, said) in [
            ("", "it ends where"),
            ("a' and", "it ends where"),
            ("a' b'", "`b'` stands where the condition should be over"),
            ("(a'", "a bracket is not closed"),
            ("or a'", "`or` stands where a Linchpin should be"),
            ("z'", "z is not on the TimeLine"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.starts_with(said), "{text}: {error}");
        }
    }
}
