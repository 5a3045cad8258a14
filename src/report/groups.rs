use std::collections::BTreeMap;

/// Replies that are answered by the same turn.
#[derive(PartialEq, Eq, Debug)]
pub struct Group<T> {
    /// The answer, if one is needed.
    pub answer: Option<T>,
    /// The numbers of the replies, in order.
    pub members: Vec<usize>,
}

/// Puts replies into groups with a common answer, given all answers to each: the
/// turn that answers most of them first, then the one that answers most of the
/// rest, and so on; among equals the first in order. Replies that need no
/// answer come last.
pub fn groups<T: Copy + Ord>(answers: &[Vec<T>]) -> Vec<Group<T>> {
    let mut rest: Vec<usize> = (0..answers.len()).collect();
    let mut groups = Vec::new();
    loop {
        let mut counts: BTreeMap<T, usize> = BTreeMap::new();
        for &turn in rest.iter().flat_map(|&reply| &answers[reply]) {
            *counts.entry(turn).or_default() += 1;
        }
        // Of several, `max_by_key` would take the last.
        let Some((&answer, _)) = counts.iter().rev().max_by_key(|(_, count)| **count) else {
            break;
        };
        let (members, others) =
            rest.into_iter().partition(|&reply| answers[reply].contains(&answer));
        groups.push(Group { answer: Some(answer), members });
        rest = others;
    }
    if !rest.is_empty() {
        groups.push(Group { answer: None, members: rest });
    }
    groups
}

/// Turns of which each will do, in a few words.
pub fn either(turns: impl ExactSizeIterator<Item = impl ToString>) -> String {
    const SHOWN: usize = 3;
    let more = turns.len().saturating_sub(SHOWN);
    let mut texts: Vec<_> = turns.take(SHOWN).map(|turn| turn.to_string()).collect();
    if more > 0 {
        texts.push(others(more, "other"));
    }
    texts.join(" or ")
}

/// A number of things: `1 other`, `2 others`. What is more stays `more`.
pub fn others(count: usize, what: &str) -> String {
    let s = if count == 1 || what == "more" { "" } else { "s" };
    format!("{count} {what}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_most_replies_comes_first() {
        let answers = [vec![1, 4], vec![2, 1], vec![], vec![2, 3], vec![3, 2]];
        let group = |answer, members: &[usize]| Group { answer, members: members.to_vec() };
        let expected = [group(Some(2), &[1, 3, 4]), group(Some(1), &[0]), group(None, &[2])];
        assert_eq!(groups(&answers), expected);
        assert!(groups::<u8>(&[]).is_empty());
    }
}
