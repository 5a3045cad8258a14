//! Replies that D has ready, whatever A plays on the other two boards.

use super::catalogue::{Catalogue, Effect, Turned};
use super::groups::Groups;
use super::mobility::{Reach, vectors};
use super::scene::Scene;
use super::survival::{Survival, TurnType};
use super::threats::{Packed, Threats, clash};

/// The most turns left to A for which there are such replies. For more, proofs
/// that D outlasts them cost more than they save.
pub(super) const LONGEST: u32 = 2;

/// At most this many replies are kept.
const KEPT: usize = 3;

/// After this many replies that are not proved to last, no more are tried.
const FAILURES: u32 = 8;

/// D's replies to turns of A of one type, on the two boards that these leave
/// alone. They are looked for when they are needed, and kept for other turns.
///
/// No board has fewer stones than A has turns left. So to clear one, A has to
/// remove a stone with each of them. A reply refutes a turn if A cannot do so
/// with its next one, and if D is proved to outlast A's turns.
pub(super) struct Prepared {
    kind: TurnType,
    /// How many turns A has left after the one that is replied to.
    turns: u32,
    lasting: Proof,
    replies: [Reply; KEPT],
    count: usize,
}

/// How it is known that D outlasts A's turns after its reply.
enum Proof {
    /// It does after any reply.
    Always,
    /// By a look at what D can do after the turn and the reply: this is good
    /// for one more turn.
    Look,
    /// By a proof that holds after any turn of the type: the survival game after
    /// it, and how many replies have failed.
    Game(Survival, u32),
}

#[derive(Clone, Copy)]
struct Reply {
    turn: Turned,
    /// What A must not be able to do on the boards that its own turn touched.
    clashes: [Packed; 4],
}

impl Prepared {
    /// For replies to turns of this type, after which A has `turns` turns left.
    /// If it has one, D may be known to outlast it [anyway](Steadiness::always_lasts).
    pub fn new(
        catalogue: &mut Catalogue,
        scene: &Scene,
        kind: TurnType,
        turns: u32,
        always_lasts: bool,
    ) -> Self {
        let lasting = match turns {
            1 if always_lasts => Proof::Always,
            1 => Proof::Look,
            _ => Proof::Game(Survival::of(catalogue, scene).touched(kind), 0),
        };
        let none = Reply { turn: [(0, 0); 2], clashes: [0; 4] };
        Self { kind, turns, lasting, replies: [none; KEPT], count: 0 }
    }

    /// Whether there is a reply that refutes A's turn, after which A can do this
    /// on the boards of its halves, as far as it [counts](Threats::mask).
    #[inline]
    pub fn refute(
        &mut self,
        catalogue: &mut Catalogue,
        scene: &Scene,
        turn: Turned,
        [here, there]: [Packed; 2],
    ) -> bool {
        let [(passive, _), (active, _)] = turn;
        if here & clash(passive, active, there) != 0 {
            return false;
        }
        let kept = self.replies[..self.count].iter();
        kept.copied().any(|reply| {
            here & reply.clashes[passive] | there & reply.clashes[active] == 0
                && (!matches!(self.lasting, Proof::Look)
                    || are_all_alive(catalogue, turn, reply.turn))
        }) || self.find(catalogue, scene, turn, [here, there])
    }

    /// Looks for a reply that refutes A's turn.
    fn find(
        &mut self,
        catalogue: &mut Catalogue,
        scene: &Scene,
        turn: Turned,
        after: [Packed; 2],
    ) -> bool {
        let mut threats = Threats::default();
        for ((lane, _), attacks) in turn.into_iter().zip(after) {
            threats.set(lane, attacks);
        }
        for &[passive, active] in self.kind.replies() {
            let both = scene.boards[passive].defences.quiet & scene.boards[active].defences.any;
            if both == 0 {
                continue;
            }
            let boards = [passive, active];
            let [homes, others] = boards.map(|lane| catalogue.defences(scene.numbers[lane]));
            let [home_counts, other_counts] =
                boards.map(|lane| Threats::mask(scene.boards[lane].defenders(), self.turns));
            let [home_clashes, other_clashes] = boards.map(|lane| threats.clashes(lane));
            for vector in vectors(both) {
                for aggressive in catalogue.moves(others, vector, Effect::ANY) {
                    let there = catalogue.attacks_after(aggressive) & other_counts;
                    if there & other_clashes != 0 {
                        continue;
                    }
                    let clashes = home_clashes | clash(passive, active, there);
                    for quiet in catalogue.moves(homes, vector, Effect::QUIET) {
                        let here = catalogue.attacks_after(quiet) & home_counts;
                        let reply = [(passive, quiet), (active, aggressive)];
                        if here & clashes == 0 && self.lasts(catalogue, turn, reply) {
                            self.keep(reply, [here, there]);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Keeps a reply, after which A can do this on its boards. When there are
    /// many, the newest makes room.
    fn keep(&mut self, turn: Turned, after: [Packed; 2]) {
        let mut threats = Threats::default();
        for ((lane, _), attacks) in turn.into_iter().zip(after) {
            threats.set(lane, attacks);
        }
        let slot = self.count.min(KEPT - 1);
        self.replies[slot] =
            Reply { turn, clashes: [0, 1, 2, 3].map(|lane| threats.clashes(lane)) };
        self.count = slot + 1;
    }

    /// Whether D is proved to outlast A's turns after this turn and reply.
    fn lasts(&mut self, catalogue: &Catalogue, turn: Turned, reply: Turned) -> bool {
        match &mut self.lasting {
            Proof::Always => true,
            Proof::Look => are_all_alive(catalogue, turn, reply),
            Proof::Game(_, FAILURES) => false,
            Proof::Game(survival, failures) => {
                let after = reply.into_iter().fold(*survival, |game, (lane, half)| {
                    let half = catalogue.half(half);
                    game.with_board(lane, half.defender, half.attacker)
                });
                let lasts = after.outlasts_all(self.turns);
                *failures += u32::from(!lasts);
                lasts
            }
        }
    }
}

/// Whether D has turns of all kinds after A's turn and the reply, which touch
/// different boards: then it has one after A's next turn.
fn are_all_alive(catalogue: &Catalogue, turn: Turned, reply: Turned) -> bool {
    let mut reach = [Reach::default(); 4];
    for (lane, half) in turn.into_iter().chain(reply) {
        reach[lane] = catalogue.defences_after(half);
    }
    Groups::of_defender(reach).are_all_alive()
}
