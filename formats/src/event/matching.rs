//! The cheapest way to pair everybody: a minimum-weight perfect matching in a complete graph, by Edmonds' blossom
//! algorithm with prices (primal and dual), O(n³) with a full table of weights.
//!
//! It starts from prices at which most pairs of one group of points cost nothing more, so that of a round of Swiss only
//! the few that are left over are searched for: 1,000 players take milliseconds. Looked at before: `petgraph` matches
//! without weights, and `rustworkx-core` has weights, but no start from prices and a tail of crates for one function.
//!
//! Vertices are counted from 1 inside; 0 is nobody. Numbers above `n` are blossoms: odd circles that act as one vertex.

use std::collections::VecDeque;

/// Pairs an even number of vertices so that the costs sum up to the least; gives the partner of each.
///
/// `cost` is asked for each pair `(a, b)` with `a < b`, counted from 0, and must not be negative.
///
/// # Panics
/// If `n` is odd.
pub fn cheapest(n: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    assert!(n.is_multiple_of(2), "an odd number cannot be paired");
    let mut search = Search::new(n, &cost);
    search.start();
    while search.grow() {}
    (1..=n).map(|v| search.partner[v] - 1).collect()
}

/// An edge between two vertices, as a vertex or blossom sees it.
#[derive(Clone, Copy, Default)]
struct Edge {
    from: u32,
    to: u32,
    /// Twice what it is worth more than the dearest; 0 for no edge.
    worth: i64,
}

/// Where a vertex or blossom stands in the forest of one search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VertexLabel {
    /// Not reached.
    Free,
    /// An even number of steps from a root.
    Outer,
    /// An odd number.
    Inner,
}

struct Search {
    n: usize,
    /// The highest number of a blossom in use.
    top: usize,
    stride: usize,
    edges: Vec<Edge>,
    price: Vec<i64>,
    /// The vertex at the far end of the pair, 0 for none.
    partner: Vec<usize>,
    /// The outer vertex with the edge of least slack, 0 for none.
    nearest: Vec<usize>,
    /// The outermost blossom that holds it; 0 if a blossom is not in use.
    whole: Vec<usize>,
    parent: Vec<usize>,
    side: Vec<VertexLabel>,
    seen: Vec<u32>,
    clock: u32,
    /// `[blossom][vertex]`: the part of the blossom that holds the vertex.
    holder: Vec<Vec<u32>>,
    /// `[blossom]`: its parts around the circle, the base first.
    circle: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Search {
    fn new(n: usize, cost: &impl Fn(usize, usize) -> i64) -> Search {
        let size = n + n / 2 + 2;
        let mut dearest = 0;
        let mut costs = vec![0; n * n];
        for a in 0..n {
            for b in a + 1..n {
                let c = cost(a, b);
                dearest = dearest.max(c);
                (costs[a * n + b], costs[b * n + a]) = (c, c);
            }
        }
        let mut edges = vec![Edge::default(); size * size];
        for a in 0..n {
            for b in 0..n {
                let worth = if a == b { 0 } else { 2 * (dearest + 1 - costs[a * n + b]) };
                edges[(a + 1) * size + b + 1] = Edge { from: a as u32 + 1, to: b as u32 + 1, worth };
            }
        }
        Search {
            n,
            top: n,
            stride: size,
            edges,
            price: vec![0; size],
            partner: vec![0; size],
            nearest: vec![0; size],
            whole: (0..size).map(|v| if v <= n { v } else { 0 }).collect(),
            parent: vec![0; size],
            side: vec![VertexLabel::Free; size],
            seen: vec![0; size],
            clock: 0,
            holder: vec![Vec::new(); size],
            circle: vec![Vec::new(); size],
            queue: VecDeque::new(),
        }
    }

    fn edge(&self, a: usize, b: usize) -> Edge {
        self.edges[a * self.stride + b]
    }

    /// How much the prices of the ends are above what the edge is worth; never negative.
    fn slack(&self, e: Edge) -> i64 {
        self.price[e.from as usize] + self.price[e.to as usize] - 2 * self.edge(e.from as usize, e.to as usize).worth
    }

    /// Prices to begin with, and pairs that cost nothing more at them.
    fn start(&mut self) {
        for v in 1..=self.n {
            self.price[v] = (1..=self.n).map(|u| self.edge(v, u).worth).max().unwrap_or(0);
        }
        for v in 1..=self.n {
            let fits = |u: &usize| *u != v && self.partner[*u] == 0 && self.slack(self.edge(v, *u)) == 0;
            if self.partner[v] == 0
                && let Some(u) = (1..=self.n).find(fits)
            {
                (self.partner[v], self.partner[u]) = (u, v);
            }
        }
    }

    /// Searches from everybody who is alone until two of them are joined; whether anybody was alone.
    fn grow(&mut self) -> bool {
        for x in 0..=self.top {
            (self.side[x], self.nearest[x]) = (VertexLabel::Free, 0);
        }
        self.queue.clear();
        for x in 1..=self.top {
            if self.whole[x] == x && self.partner[x] == 0 {
                self.parent[x] = 0;
                self.side[x] = VertexLabel::Outer;
                self.push(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.side[self.whole[u]] == VertexLabel::Inner {
                    continue;
                }
                for v in 1..=self.n {
                    if self.whole[u] == self.whole[v] {
                        continue;
                    }
                    let edge = self.edge(u, v);
                    if self.slack(edge) == 0 {
                        if self.reach(edge) {
                            return true;
                        }
                    } else {
                        self.come_nearer(u, self.whole[v]);
                    }
                }
            }
            if self.reprice() {
                return true;
            }
        }
    }

    /// Moves prices until an edge becomes tight or a blossom can be opened; whether two were joined by it.
    fn reprice(&mut self) -> bool {
        let mut step = i64::MAX;
        for b in self.n + 1..=self.top {
            if self.whole[b] == b && self.side[b] == VertexLabel::Inner {
                step = step.min(self.price[b] / 2);
            }
        }
        for x in 1..=self.top {
            if self.whole[x] == x && self.nearest[x] != 0 {
                let slack = self.slack(self.edge(self.nearest[x], x));
                match self.side[x] {
                    VertexLabel::Free => step = step.min(slack),
                    VertexLabel::Outer => step = step.min(slack / 2),
                    VertexLabel::Inner => {}
                }
            }
        }
        for u in 1..=self.n {
            match self.side[self.whole[u]] {
                VertexLabel::Outer => self.price[u] -= step,
                VertexLabel::Inner => self.price[u] += step,
                VertexLabel::Free => {}
            }
        }
        for b in self.n + 1..=self.top {
            if self.whole[b] == b {
                match self.side[b] {
                    VertexLabel::Outer => self.price[b] += 2 * step,
                    VertexLabel::Inner => self.price[b] -= 2 * step,
                    VertexLabel::Free => {}
                }
            }
        }
        self.queue.clear();
        for x in 1..=self.top {
            let near = self.nearest[x];
            if self.whole[x] == x && near != 0 && self.whole[near] != x {
                let edge = self.edge(near, x);
                if self.slack(edge) == 0 && self.reach(edge) {
                    return true;
                }
            }
        }
        for b in self.n + 1..=self.top {
            if self.whole[b] == b && self.side[b] == VertexLabel::Inner && self.price[b] == 0 {
                self.open(b);
            }
        }
        false
    }

    /// Notes that `u` is an outer vertex with an edge to `x`.
    fn come_nearer(&mut self, u: usize, x: usize) {
        let edge = self.edge(u, x);
        if edge.worth > 0 && (self.nearest[x] == 0 || self.slack(edge) < self.slack(self.edge(self.nearest[x], x))) {
            self.nearest[x] = u;
        }
    }

    fn find_nearest(&mut self, x: usize) {
        self.nearest[x] = 0;
        for u in 1..=self.n {
            if self.whole[u] != x && self.side[self.whole[u]] == VertexLabel::Outer {
                self.come_nearer(u, x);
            }
        }
    }

    fn push(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
            return;
        }
        for part in self.circle[x].clone() {
            self.push(part);
        }
    }

    fn set_whole(&mut self, x: usize, whole: usize) {
        self.whole[x] = whole;
        if x > self.n {
            for part in self.circle[x].clone() {
                self.set_whole(part, whole);
            }
        }
    }

    /// An edge has become tight: a tree grows, a blossom closes, or two trees are joined (`true`).
    fn reach(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.whole[edge.from as usize], self.whole[edge.to as usize]);
        match self.side[v] {
            VertexLabel::Free => {
                self.parent[v] = edge.from as usize;
                self.side[v] = VertexLabel::Inner;
                let next = self.whole[self.partner[v]];
                (self.nearest[v], self.nearest[next]) = (0, 0);
                self.side[next] = VertexLabel::Outer;
                self.push(next);
                false
            }
            VertexLabel::Outer => match self.fork(u, v) {
                Some(fork) => {
                    self.close(u, fork, v);
                    false
                }
                None => {
                    self.join(u, v);
                    self.join(v, u);
                    true
                }
            },
            VertexLabel::Inner => false,
        }
    }

    /// The last that the paths from both to their roots have in common.
    fn fork(&mut self, u: usize, v: usize) -> Option<usize> {
        self.clock += 1;
        let (mut u, mut v) = (u, v);
        while u != 0 || v != 0 {
            if u != 0 {
                if self.seen[u] == self.clock {
                    return Some(u);
                }
                self.seen[u] = self.clock;
                u = self.whole[self.partner[u]];
                if u != 0 {
                    u = self.whole[self.parent[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        None
    }

    /// Makes one vertex of the circle from `u` over the fork to `v`.
    fn close(&mut self, u: usize, fork: usize, v: usize) {
        let b = (self.n + 1..=self.top).find(|b| self.whole[*b] == 0).unwrap_or(self.top + 1);
        self.top = self.top.max(b);
        self.price[b] = 0;
        self.side[b] = VertexLabel::Outer;
        self.partner[b] = self.partner[fork];
        let mut circle = vec![fork];
        let walk = |search: &mut Search, from: usize, circle: &mut Vec<usize>| {
            let mut x = from;
            while x != fork {
                let y = search.whole[search.partner[x]];
                circle.extend([x, y]);
                search.push(y);
                x = search.whole[search.parent[y]];
            }
        };
        walk(self, u, &mut circle);
        circle[1..].reverse();
        walk(self, v, &mut circle);
        self.circle[b] = circle.clone();
        self.set_whole(b, b);
        for x in 0..=self.top {
            self.edges[b * self.stride + x].worth = 0;
            self.edges[x * self.stride + b].worth = 0;
        }
        self.holder[b] = vec![0; self.n + 1];
        for part in circle {
            for x in 1..=self.top {
                let (known, edge) = (self.edge(b, x), self.edge(part, x));
                if edge.worth > 0 && (known.worth == 0 || self.slack(edge) < self.slack(known)) {
                    self.edges[b * self.stride + x] = edge;
                    self.edges[x * self.stride + b] = self.edge(x, part);
                }
            }
            for x in 1..=self.n {
                let holds = if part <= self.n { part == x } else { self.holder[part][x] != 0 };
                if holds {
                    self.holder[b][x] = part as u32;
                }
            }
        }
        self.find_nearest(b);
    }

    /// How many steps of even length lead from the base to a part, turning the circle if it must.
    fn steps_to(&mut self, b: usize, part: usize) -> usize {
        let at = self.circle[b].iter().position(|p| *p == part).expect("a blossom holds its parts");
        if at % 2 == 0 {
            return at;
        }
        self.circle[b][1..].reverse();
        self.circle[b].len() - at
    }

    fn pair(&mut self, u: usize, v: usize) {
        let edge = self.edge(u, v);
        self.partner[u] = edge.to as usize;
        if u <= self.n {
            return;
        }
        let part = self.holder[u][edge.from as usize] as usize;
        let steps = self.steps_to(u, part);
        for i in 0..steps {
            let (one, other) = (self.circle[u][i], self.circle[u][i ^ 1]);
            self.pair(one, other);
        }
        self.pair(part, v);
        self.circle[u].rotate_left(steps);
    }

    /// Pairs `u` with `v` and turns all pairs over along the way to the root of `u`.
    fn join(&mut self, u: usize, v: usize) {
        let (mut u, mut v) = (u, v);
        loop {
            let next = self.whole[self.partner[u]];
            self.pair(u, v);
            if next == 0 {
                return;
            }
            let above = self.whole[self.parent[next]];
            self.pair(next, above);
            (u, v) = (above, next);
        }
    }

    /// Takes a blossom apart again whose price is used up.
    fn open(&mut self, b: usize) {
        for part in self.circle[b].clone() {
            self.set_whole(part, part);
        }
        let entry = self.edge(b, self.parent[b]).from as usize;
        let part = self.holder[b][entry] as usize;
        let steps = self.steps_to(b, part);
        let circle = self.circle[b].clone();
        for i in (0..steps).step_by(2) {
            let (inner, outer) = (circle[i], circle[i + 1]);
            self.parent[inner] = self.edge(outer, inner).from as usize;
            self.side[inner] = VertexLabel::Inner;
            self.side[outer] = VertexLabel::Outer;
            self.nearest[inner] = 0;
            self.find_nearest(outer);
            self.push(outer);
        }
        self.side[part] = VertexLabel::Inner;
        self.parent[part] = self.parent[b];
        for x in &circle[steps + 1..] {
            self.side[*x] = VertexLabel::Free;
            self.find_nearest(*x);
        }
        self.whole[b] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Dice, Seed};

    /// The least sum by trying everything.
    fn least(left: &[usize], cost: &[Vec<i64>]) -> i64 {
        let Some((first, rest)) = left.split_first() else { return 0 };
        let sums = rest.iter().map(|other| {
            let without: Vec<usize> = rest.iter().copied().filter(|x| x != other).collect();
            cost[*first][*other] + least(&without, cost)
        });
        sums.min().expect("an even number")
    }

    #[test]
    fn no_other_pairing_is_cheaper() {
        let mut dice = Seed::from_number(11).fast();
        for round in 0..6000 {
            let n = 2 * (1 + dice.below(5) as usize);
            // Few different costs make many ties and blossoms, many make few.
            let most = [2, 4, 9, 1000][round % 4];
            let half: Vec<i64> = (0..n * n).map(|_| i64::from(dice.below(most))).collect();
            let cost: Vec<Vec<i64>> = (0..n).map(|a| (0..n).map(|b| half[a.min(b) * n + a.max(b)]).collect()).collect();
            let partner = cheapest(n, |a, b| cost[a][b]);
            assert!((0..n).all(|v| partner[v] != v && partner[partner[v]] == v), "everybody has one partner");
            let sum: i64 = (0..n).map(|v| cost[v][partner[v]]).sum::<i64>() / 2;
            assert_eq!(sum, least(&(0..n).collect::<Vec<_>>(), &cost), "{cost:?}");
        }
    }

    #[test]
    fn large_tables_are_no_dearer_than_after_any_exchange_of_two_pairs() {
        let mut dice = Seed::from_number(12).fast();
        for most in [3, 50, 100_000] {
            let n = 120;
            let table: Vec<i64> = (0..n * n).map(|_| i64::from(dice.below(most))).collect();
            let cost = |a: usize, b: usize| table[a.min(b) * n + a.max(b)];
            let partner = cheapest(n, cost);
            for a in 0..n {
                for c in 0..n {
                    let (b, d) = (partner[a], partner[c]);
                    if c != a && c != b {
                        assert!(cost(a, b) + cost(c, d) <= cost(a, c) + cost(b, d));
                    }
                }
            }
        }
    }
}
