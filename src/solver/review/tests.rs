//! Reviews of games on random trees, in which sides may move twice in a row,
//! against analyses of each position.

use super::*;
use crate::game::tree::Tree;
use crate::solver::analyze;

/// A game in which the turns are taken by a number from the lists of legal ones.
fn game(start: Tree, mut choice: usize) -> Record<Tree> {
    let mut record = Record::new(start);
    while record.last().outcome().is_none() {
        let turns = record.last().turns();
        record.turns.push(turns[choice % turns.len()]);
        choice /= 2;
    }
    record
}

/// An outlook without its plies, within the bound.
fn turns(outlook: Outlook, bound: u32) -> Outlook {
    match outlook {
        Outlook::Win { turns, .. } if turns <= bound => Outlook::Win { turns, plies: None },
        Outlook::Loss { turns, .. } if turns <= bound => Outlook::Loss { turns, plies: None },
        _ => Outlook::Open,
    }
}

fn check(record: &Record<Tree>, bound: u32) -> usize {
    let review = review(record, bound, Limits::default(), |_| {});
    assert!(review.is_complete());
    assert_eq!(review.moments.len(), record.turns.len());
    for moment in &review.moments {
        let analysis = analyze(&moment.position, bound, Limits::default(), |_| {}).unwrap();
        let of = |turn| {
            let choice = analysis.choices.iter().find(|choice| choice.turns.contains(&turn));
            turns(choice.expect("a legal turn").outlook, bound)
        };
        assert_eq!(turns(moment.before, bound), turns(analysis.outlook, bound));
        assert_eq!(turns(moment.after, bound), of(moment.turn));
        let (before, after) = (turns(analysis.outlook, bound), of(moment.turn));
        // A slower win may be beyond the bound of the analysis.
        let mistake = moment.mistake.map(|mistake| match (mistake, after) {
            (Mistake::SlowerWin, Outlook::Open) => Mistake::MissedWin,
            _ => mistake,
        });
        use Outlook::{Loss, Open, Win};
        let expected = match (before, after) {
            (one, two) if one == two => None,
            (Win { .. }, Win { .. }) => Some(Mistake::SlowerWin),
            (Win { .. }, _) => Some(Mistake::MissedWin),
            (Open, _) => Some(Mistake::AllowedLoss),
            (Loss { .. }, _) => Some(Mistake::FasterLoss),
            _ => unreachable!("no limit was reached"),
        };
        assert_eq!(mistake, expected, "{moment:?}");
        assert_eq!(moment.better.map(of), mistake.map(|_| before), "{moment:?}");
    }
    let mistakes = review.moments.iter().filter(|moment| moment.mistake.is_some());
    check_decided(record, &review);
    mistakes.count()
}

fn check_decided(record: &Record<Tree>, review: &Review<Tree>) {
    let decided = review.decided.expect("the game is over");
    assert_eq!(Some(decided.winner), record.last().outcome());
    let wins = |moment: &Moment<Tree>| match moment.before {
        Outlook::Win { .. } => moment.position.side() == decided.winner,
        Outlook::Loss { .. } => moment.position.side() != decided.winner,
        _ => false,
    };
    let (before, after) = review.moments.split_at(decided.after);
    assert!(after.iter().all(wins));
    assert!(!before.last().is_some_and(wins));
}

#[test]
fn reviews_say_what_analyses_say() {
    let games = (0..300).flat_map(|seed| (0..4).map(move |choice| (seed, choice * 37)));
    let games = games.map(|(seed, choice)| game(Tree::random(seed), choice));
    let mistakes: usize =
        games.map(|game| (1..=3).map(|bound| check(&game, bound)).sum::<usize>()).sum();
    assert!(mistakes > 300, "{mistakes}");
}

#[test]
fn what_a_limit_leaves_is_true() {
    for seed in 0..100 {
        let record = game(Tree::random(seed), 5);
        let full = review(&record, 3, Limits::default(), |_| {});
        for nodes in 0..30 {
            let limits = Limits { nodes, ..Limits::default() };
            let partial = review(&record, 3, limits, |_| {});
            for (part, whole) in partial.moments.iter().zip(&full.moments) {
                let known = |outlook| !matches!(outlook, Outlook::Unknown { .. });
                assert!(!known(part.before) || part.before == whole.before);
                assert!(!known(part.after) || part.after == whole.after);
                assert!(part.mistake.is_none() || part.mistake == whole.mistake);
                assert!(part.better.is_none() || part.better == whole.better);
            }
        }
    }
}
