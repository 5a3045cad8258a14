//! Proof-number search: a win that is long but narrow, found before all shorter
//! ones are ruled out.

use std::ops::ControlFlow::Continue;

use super::horizon::Horizon;
use super::limits::Stopped;
use super::search::{Asked, Role, Searcher};
use super::table::Table;
use crate::game::Game;

/// How much there is still to prove for a yes, and for a no: the least number of
/// open positions that have to be answered in the right way, roughly.
///
/// It guides the search and proves nothing, except that one of the two is
/// nothing when the answer is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    yes: u32,
    no: u32,
}

const NEVER: u32 = u32::MAX;

impl Numbers {
    /// A position of which nothing is known.
    const OPEN: Self = Self { yes: 1, no: 1 };

    const fn answered(wins: bool) -> Self {
        if wins { Self { yes: 0, no: NEVER } } else { Self { yes: NEVER, no: 0 } }
    }

    const fn is_answered(self) -> bool {
        self.yes == 0 || self.no == 0
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Self::OPEN
    }
}

/// A depth-first proof-number search within a horizon.
///
/// It goes to the position where the least work is left, and comes back when
/// another one promises less. A question is a position *and* a horizon, and each
/// half-turn of the attacker takes from it. So the search never comes back to a
/// question on its way, and answers do not depend on the way.
pub(super) struct ProofSearch<'s, 'a, G: Game> {
    searcher: &'s mut Searcher<'a, G>,
    numbers: Table<(G::Key, Role, Horizon), Numbers>,
    /// Up to these horizons, questions about an attack and about a defence are
    /// left to the depth-first search.
    near_attack: Horizon,
    near_defence: Horizon,
}

/// What a proof search has found out about a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// There is one within this, which may be nearer than what was asked for.
    Win(Horizon),
    /// There is none within what was asked for.
    NoWin,
    /// It has used up its nodes.
    Open,
}

/// Three turns, for which a game may be able to answer by itself.
const NEAR_ATTACK: Horizon = Horizon::from_half_turns(5);
const NEAR_DEFENCE: Horizon = Horizon::from_half_turns(6);

/// A question that the answer to another one depends on.
struct Child<G: Game> {
    position: G,
    asked: Asked<G::Key>,
    numbers: Numbers,
}

impl<'s, 'a, G: Game> ProofSearch<'s, 'a, G> {
    /// A search with a table of at most `bytes`.
    pub fn new(searcher: &'s mut Searcher<'a, G>, bytes: usize) -> Self {
        let (near_attack, near_defence) = (NEAR_ATTACK, NEAR_DEFENCE);
        Self { searcher, numbers: Table::new(bytes), near_attack, near_defence }
    }

    /// Whether the side to move can force a win within `horizon`. The answer is
    /// in the table of the searcher then. The game must not be over.
    pub fn attack(&mut self, position: &G, horizon: Horizon) -> Result<Proof, Stopped> {
        let asked = Asked { key: position.key(), role: Role::Attack, horizon };
        let numbers = self.search(position, asked, Numbers { yes: NEVER, no: NEVER })?;
        Ok(match numbers.yes {
            0 => {
                Proof::Win(self.searcher.known_win(&asked).map_or(horizon, |win| win.min(horizon)))
            }
            _ => Proof::NoWin,
        })
    }

    /// Searches until the question is answered, or there is as much to prove for
    /// either answer as `most` says.
    fn search(
        &mut self,
        position: &G,
        asked: Asked<G::Key>,
        most: Numbers,
    ) -> Result<Numbers, Stopped> {
        let Asked { key, role, horizon } = asked;
        if let Some(wins) = self.settle(position, asked)? {
            return Ok(Numbers::answered(wins));
        }
        let mut children = self.children(position, asked)?;
        loop {
            let numbers = combined(role, &children);
            if numbers.is_answered() {
                let wins = numbers.yes == 0;
                let horizon = if wins { self.nearest(asked, &children) } else { horizon };
                self.searcher.learn(&Asked { key, role, horizon }, wins);
                return Ok(numbers);
            }
            if numbers.yes >= most.yes || numbers.no >= most.no {
                self.numbers.update(&(key, role, horizon), |slot| *slot = numbers);
                return Ok(numbers);
            }
            let (best, most) = best(role, &children, most);
            let Child { position, asked, .. } = children[best];
            children[best].numbers = self.search(&position, asked, most)?;
        }
    }

    /// The answer, where it is known or takes no more than a short search. Where
    /// there is none, neither side wins at once.
    fn settle(&mut self, position: &G, asked: Asked<G::Key>) -> Result<Option<bool>, Stopped> {
        let Asked { role, horizon, .. } = asked;
        if let Some(wins) = self.searcher.known(&asked) {
            return Ok(Some(wins));
        }
        match role {
            Role::Attack if horizon <= self.near_attack => {
                self.searcher.attack(position, horizon).map(Some)
            }
            Role::Attack if self.searcher.attack(position, self.near_attack)? => {
                self.searcher.learn(&Asked { horizon: self.near_attack, ..asked }, true);
                Ok(Some(true))
            }
            Role::Attack => Ok(None),
            Role::Defence if horizon <= self.near_defence => {
                self.searcher.defend(position, horizon).map(Some)
            }
            Role::Defence => Ok(position.wins_now().then_some(false)),
        }
    }

    /// The horizon within which a question is proved to be a win by those that
    /// it depends on: nearer than what was asked for by as much as they are. In
    /// an attack the nearest counts, in a defence the farthest.
    fn nearest(&self, asked: Asked<G::Key>, children: &[Child<G>]) -> Horizon {
        let wins = children.iter().filter(|child| child.numbers.yes == 0);
        let spare = wins.map(|Child { position, asked, .. }| {
            let within = match position.winner() {
                Some(_) => Some(Horizon::NONE),
                None => self.searcher.known_win(asked),
            };
            let most = asked.horizon.half_turns();
            within.map_or(0, |within| most.saturating_sub(within.half_turns()))
        });
        // Where replies that lose at once are missing, two half-turns are needed
        // for them, and they are less than what is near.
        let (spare, near) = match asked.role {
            Role::Attack => (spare.max(), self.near_attack),
            Role::Defence => (spare.min(), self.near_defence),
        };
        let within = asked.horizon.half_turns() - spare.unwrap_or(0);
        Horizon::from_half_turns(within).max(near)
    }

    /// The questions that the answer depends on. One that is answered already,
    /// and leaves this one open, may be missing.
    fn children(&mut self, position: &G, asked: Asked<G::Key>) -> Result<Vec<Child<G>>, Stopped> {
        let side = position.side();
        let mut children = Vec::new();
        let visit = |turn| {
            let child = position.play_unchecked(turn);
            let again = child.side() == side;
            let (role, horizon) = match asked.role {
                Role::Attack => (Role::Defence, asked.horizon.after_attack(again)),
                Role::Defence => (Role::Attack, asked.horizon.after_defence(again)),
            };
            let role = if again { asked.role } else { role };
            let asked = Asked { key: child.key(), role, horizon };
            children.push(Child { position: child, asked, numbers: Numbers::OPEN });
            Continue::<(), ()>(())
        };
        let _ = match asked.role {
            Role::Attack => position.visit_attacks(asked.horizon.turns(), visit),
            Role::Defence => position.visit_defences(visit),
        };
        for child in &mut children {
            child.numbers = self.look(child)?;
        }
        Ok(children)
    }

    fn look(&mut self, child: &Child<G>) -> Result<Numbers, Stopped> {
        let Child { position, asked, .. } = child;
        if let Some(winner) = position.winner() {
            let attacks = matches!(asked.role, Role::Attack);
            return Ok(Numbers::answered((winner == position.side()) == attacks));
        }
        if let Some(wins) = self.searcher.known(asked) {
            return Ok(Numbers::answered(wins));
        }
        let key = (asked.key, asked.role, asked.horizon);
        if let Some(numbers) = self.numbers.find(&key) {
            return Ok(numbers);
        }
        self.searcher.tick()?;
        Ok(match asked.role {
            Role::Attack => Numbers::OPEN,
            Role::Defence if position.wins_now() => Numbers::answered(false),
            // The fewer the replies that do not lose at once, the better.
            Role::Defence => {
                let mut yes = 0;
                let _ = position.visit_defences(|_| {
                    yes += 1;
                    Continue::<(), ()>(())
                });
                let numbers = Numbers { yes: yes.max(1), no: 1 };
                self.numbers.update(&key, |slot| *slot = numbers);
                numbers
            }
        })
    }
}

/// What is left to prove at a node: for one answer the least of its children;
/// for the other all of them, of which the hardest counts, and every other open
/// one for one. Positions are reached in many ways, and sums would count the
/// same work many times.
fn combined<G: Game>(role: Role, children: &[Child<G>]) -> Numbers {
    let numbers = || children.iter().map(|child| child.numbers);
    let all = |hardest: Option<u32>| match hardest {
        None | Some(0) => 0,
        Some(NEVER) => NEVER,
        Some(hardest) => hardest.saturating_add(others(children)).min(NEVER - 1),
    };
    let [yes, no] = [|numbers: Numbers| numbers.yes, |numbers: Numbers| numbers.no];
    let least = |number: fn(Numbers) -> u32| numbers().map(number).min().unwrap_or(NEVER);
    match role {
        Role::Attack => Numbers { yes: least(yes), no: all(numbers().map(no).max()) },
        Role::Defence => Numbers { yes: all(numbers().map(yes).max()), no: least(no) },
    }
}

/// How many children are open beside the one that is searched.
fn others<G: Game>(children: &[Child<G>]) -> u32 {
    let open = children.iter().filter(|child| !child.numbers.is_answered()).count();
    (open as u32).saturating_sub(1)
}

/// The child to search next, and how far.
fn best<G: Game>(role: Role, children: &[Child<G>], most: Numbers) -> (usize, Numbers) {
    // Of the two numbers, first the one of which the least child counts.
    let of = |numbers: Numbers| match role {
        Role::Attack => (numbers.yes, numbers.no),
        Role::Defence => (numbers.no, numbers.yes),
    };
    let (mut best, mut second) = (0, NEVER);
    for (index, child) in children.iter().enumerate().skip(1) {
        if of(child.numbers) < of(children[best].numbers) {
            second = of(children[best].numbers).0;
            best = index;
        } else {
            second = second.min(of(child.numbers).0);
        }
    }
    let (least, all) = of(most);
    // A quarter more than the second best, so that the search does not jump to
    // and fro.
    let least = least.min(second.saturating_add(second / 4).saturating_add(1));
    let all = if all == NEVER { NEVER } else { all.saturating_sub(others(children)) };
    let most = match role {
        Role::Attack => Numbers { yes: least, no: all },
        Role::Defence => Numbers { yes: all, no: least },
    };
    (best, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player::{First, Second};
    use crate::game::tree::{Node, Tree};
    use crate::game::{Notation, Player};
    use crate::solver::{Limits, Verdict, solve};

    /// A game in which positions repeat, long enough for long wins: from every
    /// node a turn leads a little ahead or back to any earlier one, and the end
    /// is won.
    fn game(seed: u64) -> &'static [Node] {
        const NODES: u64 = 30;
        let mut state = seed;
        let mut below = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut node = |at: u64| {
            let side = if at.is_multiple_of(2) { First } else { Second };
            if at + 3 >= NODES {
                return Node { side, winner: Some(First), children: &[] };
            }
            let mut children = vec![(at + 1) as u16];
            // The attacker may always go back, the defender where the dice say so.
            if side == First || below(40) == 0 {
                children.push((2 * below(at / 2 + 1) + 1 - at % 2) as u16);
            }
            if below(3) == 0 {
                children.push((at + 3) as u16);
            }
            let winner = (at > 0 && below(200) == 0).then_some(Second);
            let children = if winner.is_some() { Vec::new() } else { children };
            Node { side, winner, children: children.leak() }
        };
        (0..NODES).map(&mut node).collect::<Vec<_>>().leak()
    }

    /// Which nodes are won by `attacker` within so many half-turns, worked out
    /// from the end.
    fn won(nodes: &'static [Node], attacker: Player, half_turns: u8) -> Vec<bool> {
        let over = |at: usize| Tree { nodes, at: at as u16 }.outcome();
        let mut now: Vec<_> = (0..nodes.len()).map(|at| over(at) == Some(attacker)).collect();
        for _ in 0..half_turns {
            let next = |at: usize| {
                let mut turns = nodes[at].children.iter().map(|&child| now[usize::from(child)]);
                match over(at) {
                    Some(winner) => winner == attacker,
                    None if nodes[at].side == attacker => turns.any(|won| won),
                    None => turns.all(|won| won),
                }
            };
            now = (0..nodes.len()).map(next).collect();
        }
        now
    }

    #[test]
    fn proofs_agree_with_the_rules_where_positions_repeat() {
        let mut found = [0, 0];
        for seed in 0..120 {
            let position = Tree { nodes: game(seed), at: 0 };
            // In a table without room, too.
            for bytes in [0, 1 << 20] {
                let limits = Limits { table_bytes: bytes, ..Limits::default() };
                let mut searcher = Searcher::new(limits);
                for half_turns in 6..40 {
                    let horizon = Horizon::from_half_turns(half_turns);
                    let expected = won(position.nodes, First, half_turns)[0];
                    let mut search = ProofSearch::new(&mut searcher, bytes);
                    let proof = search.attack(&position, horizon).unwrap();
                    let wins = match proof {
                        Proof::Win(within) => {
                            assert!(within <= horizon);
                            won(position.nodes, First, within.half_turns())[0]
                        }
                        Proof::NoWin => false,
                        Proof::Open => panic!("there is no limit"),
                    };
                    assert_eq!((proof == Proof::NoWin, wins), (!expected, expected), "{seed}");
                    found[usize::from(expected)] += 1;
                }
            }
        }
        assert!(found.iter().all(|&found| found > 1000), "{found:?}");
    }

    #[test]
    fn long_wins_are_the_shortest() {
        let mut long = 0;
        for seed in 0..120 {
            let position = Tree { nodes: game(seed), at: 0 };
            let shortest = (1..=19).find(|turns| won(position.nodes, First, 2 * turns)[0]);
            let solution = solve(&position, 19, Limits::default()).unwrap();
            match solution.verdict {
                Verdict::Win(win) => {
                    assert_eq!(Some(win.turns), shortest.map(u32::from), "{seed}");
                    long += u32::from(win.turns >= 8);
                }
                verdict => assert_eq!((verdict, shortest), (Verdict::None, None), "{seed}"),
            }
        }
        assert!(long > 20, "{long}");
    }

    /// With little left to the other search: only what is won at once, and then
    /// the last three turns. By clearing, by leaving no turn, and by zugzwang.
    #[test]
    fn proofs_agree_with_the_references_on_wins_and_on_none() {
        for ([attack, defence], farthest) in [([1, 2], 3), ([5, 6], 5)] {
            let [near_attack, near_defence] = [attack, defence].map(Horizon::from_half_turns);
            let mut found = [0, 0];
            for (position, turns) in references() {
                let mut searcher = Searcher::new(Limits::default());
                let search = ProofSearch::new(&mut searcher, 1 << 26);
                let mut search = ProofSearch { near_attack, near_defence, ..search };
                let horizons = (2..=farthest).map(|turns| Horizon::new(turns, false));
                for horizon in horizons.filter(|&horizon| horizon > near_attack) {
                    let nearest = Horizon::new(turns, false).max(near_attack);
                    let wins = turns > 0 && nearest <= horizon;
                    if horizon.turns() == 5 && !wins {
                        continue;
                    }
                    match search.attack(&position, horizon).unwrap() {
                        Proof::Win(within) => {
                            assert!(wins && within >= nearest && within <= horizon, "{position}");
                            assert!(within == nearest || nearest < horizon, "{position}");
                        }
                        proof => assert!(!wins && proof == Proof::NoWin, "{position}"),
                    }
                    found[usize::from(wins)] += 1;
                }
            }
            assert!(found.iter().all(|&found| found > 50), "{found:?}");
        }
    }

    /// Positions with the nearest win; 0 if there is none within four.
    fn references() -> Vec<(crate::shobu::Position, u32)> {
        let files = ["wins", "no-turn-wins", "cornered", "deep"];
        let read = |file| std::fs::read_to_string(format!("tests/data/shobu-{file}.tsv")).unwrap();
        let text: String = files.map(read).concat();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let line = |line: &str| {
            let mut fields = line.split('\t');
            let rules = crate::shobu::Position::RULES[0];
            let position = crate::shobu::Position::parse(fields.next()?, rules).ok()?;
            Some((position, fields.next()?.parse().ok()?))
        };
        lines.step_by(2).map(|text| line(text).expect("a position and a number")).collect()
    }
}
