//! How many sit at each table of a draft: as equal as can be, and as near to eight as the format allows.

/// What a pod has if it may.
pub const USUAL: u32 = 8;

/// The sizes of the pods for so many players, the larger first. `None` if no tables of these sizes seat them all.
///
/// Equal means that no two pods differ by more than one. Of the numbers of pods that allow it, that one is taken whose
/// average is nearest to [`USUAL`]; of two as near, the one with fewer pods. So 4 to 8 seats make 9 = 5 + 4, 12 = 6 + 6,
/// 17 = 6 + 6 + 5, 22 = 8 + 7 + 7.
pub fn sizes(players: u32, (fewest, most): (u32, u32)) -> Option<Vec<u32>> {
    let allowed = |pods: &u32| players / pods >= fewest && players.div_ceil(*pods) <= most;
    // |players / pods - USUAL| as a fraction, compared by cross multiplication.
    let off = |pods: u32| u64::from(players.abs_diff(USUAL * pods));
    let best = (1..=players).filter(allowed).reduce(|best, pods| {
        let nearer = off(pods) * u64::from(best) < off(best) * u64::from(pods);
        if nearer { pods } else { best }
    })?;
    Some((0..best).map(|pod| players / best + u32::from(pod < players % best)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_are_those_of_the_plan() {
        for (players, pods) in [
            (4, vec![4]),
            (8, vec![8]),
            (9, vec![5, 4]),
            (12, vec![6, 6]),
            (14, vec![7, 7]),
            (17, vec![6, 6, 5]),
            (22, vec![8, 7, 7]),
            (24, vec![8, 8, 8]),
            (25, vec![7, 6, 6, 6]),
        ] {
            assert_eq!(sizes(players, (4, 8)), Some(pods), "{players}");
        }
        assert_eq!(sizes(3, (4, 8)), None);
        assert_eq!(sizes(7, (4, 5)), None, "neither one nor two tables seat seven");
        assert_eq!(sizes(0, (4, 8)), None);
        assert_eq!(sizes(10, (6, 11)), Some(vec![10]), "where the format allows ten, one table is near enough");
    }

    #[test]
    fn everybody_sits_and_no_table_is_out_of_bounds_if_there_is_a_way() {
        for (fewest, most) in [(4, 8), (2, 2), (3, 12), (6, 11)] {
            for players in 1..200 {
                // A way exists if some number of tables has room for all and is not too empty.
                let possible = (1..=players).any(|pods| pods * fewest <= players && players <= pods * most);
                let sizes = sizes(players, (fewest, most));
                assert_eq!(sizes.is_some(), possible, "{players} at {fewest} to {most}");
                let Some(sizes) = sizes else { continue };
                assert_eq!(sizes.iter().sum::<u32>(), players);
                assert!(sizes.iter().all(|s| (fewest..=most).contains(s)) && sizes[0] - sizes[sizes.len() - 1] <= 1);
            }
        }
    }
}
