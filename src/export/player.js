// Plays the puzzles of a pack. Everything it shows comes from the data in the
// page; text is always set as text, never as markup.
"use strict";
(() => {
const pack = JSON.parse(document.getElementById("pack").textContent);
const $ = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}
const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

// ---- What the reader has done: kept in the browser, under the pack's name.

const DAY = 24 * 60 * 60 * 1000;
/** After how many days a puzzle comes back, by how often it was solved in a row: its box. */
const INTERVALS = [0, 1, 3, 7, 16, 35, 80];
const store = {
  name: `tsume:${pack.name}`,
  records: {},
  load() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.name));
      if (kept && typeof kept === "object" && !Array.isArray(kept)) this.records = kept;
    } catch { /* nothing kept, or nothing may be kept: begin anew */ }
  },
  of(id) {
    const record = Object.hasOwn(this.records, id) ? this.records[id] : null;
    const valid = record && Number.isInteger(record.box) && Number.isFinite(record.due);
    return valid ? record : { box: -1, due: 0, solved: false };
  },
  /** Notes how a puzzle went; solving it again before it is due changes nothing. */
  note(id, well) {
    const { box, solved, due } = this.of(id);
    if (well && box > 0 && due > Date.now()) return;
    const next = well ? Math.min(Math.max(box, 0) + 1, INTERVALS.length - 1) : 0;
    this.records[id] = { box: next, due: Date.now() + INTERVALS[next] * DAY, solved: solved || well };
    this.save();
  },
  /** Notes that it was solved, with help or without. */
  solve(id) {
    const record = this.of(id);
    this.records[id] = { ...record, box: Math.max(record.box, 0), solved: true };
    this.save();
  },
  save() {
    try { localStorage.setItem(this.name, JSON.stringify(this.records)); } catch { /* as above */ }
  },
  isDue(id) { const { box, due } = this.of(id); return box >= 0 && due <= Date.now(); },
};
store.load();

// ---- Turns, as their notation gives them.

/** The points that a turn names, in order. */
const spots = (turn) => turn.match(/[a-z][1-9]/g) || [];
/** The parts of a turn, each with what is drawn for it. */
const parts = (turn) => turn.split("+").map((part) => ({ points: spots(part), takes: part[0] === "x" }));

/** All legal turns of a node: `first:rest,rest;alone`. */
function legal(node) {
  if (!node.turns) {
    node.turns = node.legal.split(";").filter(Boolean).flatMap((group) => {
      const [first, rest] = group.split(":");
      return rest === undefined ? [first] : rest.split(",").map((second) => `${first}+${second}`);
    });
  }
  return node.turns;
}

// ---- The board.

const SVG = "http://www.w3.org/2000/svg";
function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const { cell: CELL, radius: RADIUS } = pack;
/** A board: the picture of its wood, and where its points are, in the order of a position's cells. */
function board(name) {
  const { width, height, points } = pack[name];
  const place = ([point, x, y], index) => [point, { x, y, index }];
  return { width, height, wood: $(name).content.querySelector("g"), points: new Map(points.map(place)) };
}
const WIDE = board("wide"), NARROW = board("narrow");
const phone = matchMedia("screen and (max-width: 46rem)");
let layout = phone.matches ? NARROW : WIDE;
phone.addEventListener("change", () => { layout = phone.matches ? NARROW : WIDE; render(); });

const pieceAt = (cells, point) => pack.pieces.find(({ letter }) => letter === cells[point.index]);

function drawPiece({ x, y }, { letter }) {
  const piece = $("pieces").content.querySelector(`[data-letter="${letter}"]`).cloneNode(true);
  piece.setAttribute("transform", `translate(${x} ${y})`);
  return piece;
}

/** A line through all points with a head at the last. */
function drawArrow(svg, path, style) {
  const [before, tip] = path.slice(-2);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  const [ux, uy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const base = { x: tip.x - 13 * ux, y: tip.y - 13 * uy };
  const line = [...path.slice(0, -1), base].map(({ x, y }) => `${x} ${y}`).join("L");
  svg.append(
    shape("path", { class: `stroke ${style}`, d: `M${line}` }),
    shape("path", { class: `head ${style}`, d: `M${tip.x} ${tip.y}L${base.x - 8 * uy} ${base.y + 8 * ux}L${base.x + 8 * uy} ${base.y - 8 * ux}Z` }),
  );
}
function drawCross(svg, { x, y }, style) {
  const arm = RADIUS * 0.62;
  svg.append(shape("path", { class: `stroke ${style}`, d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}` }));
}
const drawRing = (svg, { x, y }, style) => svg.append(shape("circle", { class: `stroke ${style}`, cx: x, cy: y, r: RADIUS + 2 }));

/** Draws what a turn does; `played` if the board shows what it led to. */
function drawTurn(svg, { turn, who, push, played }) {
  const all = parts(turn);
  let tail;
  all.forEach(({ points, takes }, number) => {
    const path = points.map((name) => layout.points.get(name)).filter(Boolean);
    const lesser = all.length > 1 && number === 0 ? " lesser" : "";
    if (path.length > 1) { drawArrow(svg, path, who + lesser); tail = path.slice(-2); }
    else if (path.length === 1) (takes ? drawCross : drawRing)(svg, path[0], who);
  });
  if (push) drawPush(svg, spots(push).map((name) => layout.points.get(name)), tail, played);
}

/** A stone that is pushed goes where the stone went that pushes it; off the board, if need be. */
function drawPush(svg, [from, to], [before, tip], played) {
  const [dx, dy] = [Math.sign(tip.x - before.x) * CELL, Math.sign(tip.y - before.y) * CELL];
  const end = to || { x: from.x + dx, y: from.y + dy };
  drawArrow(svg, [from, end], "push");
  if (!to) drawCross(svg, { x: end.x + dx / 5, y: end.y + dy / 5 }, "push");
  else drawRing(svg, played ? to : from, "push");
}

/** A picture without anything to click: for paper. */
function picture(cells) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDE.width} ${WIDE.height}`, role: "img" });
  svg.append(WIDE.wood.cloneNode(true));
  for (const point of WIDE.points.values()) {
    const piece = pieceAt(cells, point);
    if (piece) svg.append(drawPiece(point, piece));
  }
  return svg;
}

// ---- The puzzle at hand.

const state = {
  number: 0,       // of the puzzle
  node: 0,         // the position the reader is to move in
  chosen: [],      // the points chosen so far
  history: [],     // what was played: {turn, who, push, cells, node}
  shown: null,     // the step of the history that is looked at, or null
  arrows: [],      // what is drawn on the board: {turn, who, push, played}
  cells: "",       // what the board shows
  phase: "play",   // play, wait, done
  slips: 0,        // wrong turns, hints and looks at the solution
  hints: 0,
  counts: true,    // whether this try is one for the records
  revealed: false, // whether the page plays both sides
  mark: null,      // the point that a hint marks
  pending: null,   // the reply to come, while the phase is wait
  focus: null,
};
let timer = 0;
const puzzle = () => pack.puzzles[state.number];
const node = () => puzzle().nodes[state.node];

function say(text, tone = "") {
  $("status").textContent = text;
  $("status").className = tone;
}

function open(number) {
  clearTimeout(timer);
  Object.assign(state, {
    number, node: 0, chosen: [], history: [], shown: null, arrows: [], phase: "play", slips: 0, hints: 0,
    counts: true, revealed: false, mark: null, pending: null,
  });
  state.cells = puzzle().nodes[0].cells;
  say(pack.aim);
  try { history.replaceState(null, "", `#${encodeURIComponent(puzzle().id)}`); } catch { /* a file's address may be fixed */ }
  render();
}

/** The turns that go on from what is chosen. */
const open_turns = () => state.phase === "play" && state.shown === null
  ? legal(node()).filter((turn) => state.chosen.every((name, i) => spots(turn)[i] === name))
  : [];
/** The points that may be chosen next. */
function open_spots() {
  const next = new Set();
  for (const turn of open_turns()) {
    const name = spots(turn)[state.chosen.length];
    if (name) next.add(name);
  }
  return next;
}
/** The turns that are complete as chosen. */
const complete = () => open_turns().filter((turn) => spots(turn).length === state.chosen.length);

function choose(name) {
  if (state.phase !== "play") return;
  if (state.shown !== null) { look(null); return; }
  const last = state.chosen[state.chosen.length - 1];
  state.mark = null;
  if (open_spots().has(name)) {
    state.chosen.push(name);
    const done = complete();
    if (done.length === 1 && open_spots().size === 0) { play(done[0]); return; }
  } else if (name === last && complete().length === 1) {
    play(complete()[0]);
    return;
  } else if (state.chosen.includes(name)) {
    state.chosen.length = state.chosen.indexOf(name);
  } else {
    // A fresh start, if one can be made here.
    const before = state.chosen;
    state.chosen = [];
    if (open_spots().has(name)) state.chosen = [name];
    else {
      state.chosen = before;
      say(`${name} cannot be chosen now: what can is marked in blue.`);
    }
  }
  render();
}

const find = (list, turn) => (list || []).find(({ turns }) => turns.includes(turn));

/** What the reader's turn pushes. */
const pushOf = (turn) => (node().pushes || {})[legal(node()).indexOf(turn)];

function play(turn) {
  state.chosen = [];
  const good = find(node().good, turn);
  if (!good) { miss(turn); return; }
  // Of several turns that win, one is followed.
  const way = good.end ? good : node().good[0];
  const played = way === good ? turn : way.turns[0];
  const praise = way === good ? "Right." : `Right: ${turn} wins. So does ${played}, and with that it goes on here.`;
  step({ turn: played, who: "attack", push: pushOf(played), cells: way.cells });
  if (good.end) { finish(good.end); return; }
  if (way.next !== undefined) {
    state.node = way.next;
    say(`${praise} It is ${puzzle().side}'s turn again.`, "good");
  } else {
    state.phase = "wait";
    state.pending = way.replies[0];
    const says = way.says[way.turns.indexOf(played)] ?? way.says[0];
    say(`${praise} ${says ? `${capital(says)}.` : ""}`, "good");
    timer = setTimeout(answer, 700);
  }
  render();
}

/** The opponent's reply that is to come. */
function answer() {
  const { turn, says, push, cells, end, next } = state.pending;
  clearTimeout(timer);
  step({ turn, who: "defence", push, cells });
  if (end) { finish(end); return; }
  state.node = next;
  state.phase = "play";
  const left = plural(node().left, "turn");
  say(`${puzzle().other} plays ${turn}${says ? `, ${says}` : ""}. Win in ${left}.`);
  render();
}

/** Notes a turn that was played; it is what the board shows from now on. */
function step(played) {
  state.history.push({ ...played, node: state.node });
  state.cells = played.cells;
  state.arrows = [{ ...played, played: true }];
  Object.assign(state, { chosen: [], mark: null, shown: null, pending: null });
}

/** Why a turn does not win; draws the reply that shows it. */
function fault(turn) {
  const { side, other } = puzzle(), { left } = node(), place = legal(node()).indexOf(turn);
  const failing = (node().fails || []).find(({ turns }) => turns.includes(place));
  const within = `in ${plural(left - 1, "turn")}`;
  if (!failing) return left > 1
    ? `${turn} does not win in ${plural(left, "turn")}.`
    : `${turn} does not win: the game goes on, and this was the last turn ${side} has.`;
  const { reply, says, push, only, wins, end } = failing;
  if (end) return `${turn} loses: ${end}.`;
  const answer = `${other} answers ${reply}${says ? `, which ${says}` : ""}`;
  state.arrows.push({ turn: reply, who: "defence", push });
  if (wins) return `${turn} loses. ${answer}, and wins.`;
  if (only) return `A good try, but one answer refutes ${turn}. ${answer}.`;
  return `${turn} does not win. ${answer}, and ${left > 1 ? `${side} cannot win ${within} then` : "the game goes on"}.`;
}

function miss(turn) {
  state.slips += 1;
  state.arrows = [{ turn, who: "attack", push: pushOf(turn) }];
  let why = fault(turn);
  const played = [...state.history.map((step) => step.turn), turn];
  const remark = (puzzle().variations || []).find(([line]) =>
    line.length >= played.length && played.every((token, i) => token === line[i]));
  if (remark) why += ` ${remark[1]}`;
  say(`${why} Try again.`, "bad");
  record(false);
  render();
}

function finish(verdict) {
  state.phase = "done";
  if (state.revealed) say(`The solution. ${verdict}.`);
  else {
    say(`Solved. ${verdict}.`, "good");
    // Whoever has come this far knows how to play.
    $("primer").open = false;
  }
  record(true);
  render();
}

/** Of each time that a puzzle is played, the first slip counts, and that it was solved. */
function record(well) {
  const { id } = puzzle();
  if (!state.counts) return;
  if (!well && state.slips === 1) store.note(id, false);
  if (well && state.slips === 0) store.note(id, true);
  if (well) store.solve(id);
}

function hint() {
  if (state.phase !== "play") return;
  look(null);
  const { hints } = puzzle();
  state.slips += 1;
  state.hints += 1;
  record(false);
  const text = state.node === 0 ? hints[state.hints - 1] : null;
  if (text) say(`Hint: ${text}`);
  else giveAway();
  render();
}
/** Marks the point to choose next; what is chosen otherwise is given up. */
function giveAway() {
  const [key] = node().good[0].turns, path = spots(key);
  if (!state.chosen.every((name, i) => path[i] === name)) state.chosen = [];
  state.mark = path[state.chosen.length] || null;
  say(state.mark ? "Hint: the square to choose next is marked." : `Hint: play ${key}.`);
}

function solve() {
  if (state.phase === "done") return;
  state.slips += 1;
  record(false);
  Object.assign(state, { counts: false, revealed: true });
  if (state.phase === "wait") answer();
  while (state.phase === "play") {
    const { turns: [turn], cells, next, replies, end } = node().good[0];
    step({ turn, who: "attack", push: pushOf(turn), cells });
    if (next !== undefined) state.node = next;
    else if (end) finish(end);
    else { [state.pending] = replies; answer(); }
  }
  look(0);
}

/** Looks at the board after a step of the history; null: as it stands. */
function look(at) {
  state.shown = at === null || at >= state.history.length - 1 ? null : Math.max(at, -1);
  const last = state.shown === null ? state.history.length - 1 : state.shown;
  const seen = state.history[last];
  state.cells = seen ? seen.cells : puzzle().nodes[0].cells;
  state.arrows = seen ? [{ ...seen, played: true }] : [];
  render();
}
const at = () => (state.shown === null ? state.history.length - 1 : state.shown);

/** Goes back to another defence, to see what the solution has against it: not for the records. */
function vary(index, reply) {
  Object.assign(state, { counts: false, revealed: false });
  state.node = state.history[index - 1].node;
  state.history.length = index;
  state.pending = reply;
  answer();
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// ---- What is on the screen.

function render() {
  const focused = document.activeElement, place = focused?.closest("#controls, #moves");
  renderTask();
  renderBoard();
  renderControls();
  renderPuzzle();
  renderMoves();
  renderList();
  if (place) refocus(place, focused.textContent);
}

/** Gives the focus back to a button that was made anew; else to the board. */
function refocus(place, text) {
  const same = [...place.querySelectorAll("button:enabled")].find((button) => button.textContent === text);
  (same || $("board").querySelector("[tabindex='0']")).focus();
}

/** What there is to do, and what to choose next. */
function renderTask() {
  const { side, other, turns } = puzzle(), { left } = node();
  const task = left > 1
    ? `You play ${side}: win in ${plural(left, "turn")}, whatever ${other} answers.`
    : `You play ${side}: win with this turn.`;
  $("task").textContent = state.phase === "done" ? `${side} wins in ${plural(turns, "turn")}.` : task;
  $("prompt").textContent = prompt();
}

function prompt() {
  if (state.shown !== null) return "You are looking back at an earlier turn: ▶ leads on.";
  if (state.phase === "wait") return `${puzzle().other} answers …`;
  if (state.phase === "done") return "Look at it again with ◀ and ▶, try another defence under “Turns”, or go on.";
  const step = state.chosen.length ? pack.steps[Math.min(state.chosen.length, pack.steps.length - 1)] || "" : beginning();
  const ready = complete().filter((turn) => spots(turn).length > 0);
  return ready.length ? `${step} Or play ${ready[0]} as it is.` : step;
}

/** What a turn may begin with: only what this position has. */
function beginning() {
  const turns = open_turns();
  if (turns.length && turns.every((turn) => spots(turn).length === 0)) return "There is nothing to choose: the button below plays on.";
  const kinds = pack.kinds.filter(([pattern]) => turns.some((turn) => new RegExp(pattern).test(turn)));
  return kinds.length ? `Choose ${kinds.map(([, text]) => text).join(", or ")}.` : pack.steps[0] || "";
}

function renderBoard() {
  const opened = open_spots();
  const svg = shape("svg", { viewBox: `0 0 ${layout.width} ${layout.height}`, role: "group", "aria-label": `Board: ${$("status").textContent}` });
  svg.append(layout.wood.cloneNode(true));
  const focus = state.focus || [...opened][0] || [...layout.points.keys()][0];
  for (const [name, point] of layout.points) {
    const piece = pieceAt(state.cells, point);
    const chosen = state.chosen.includes(name);
    const classes = ["spot", opened.has(name) && "open", chosen && "chosen", name === state.mark && opened.has(name) && "hinted"];
    const label = [name, piece ? piece.name : "empty", chosen ? "chosen" : opened.has(name) ? "can be chosen" : null];
    const spot = shape("g", {
      class: classes.filter(Boolean).join(" "), role: "button", "data-name": name,
      tabindex: name === focus ? 0 : -1, "aria-label": label.filter(Boolean).join(", "), "aria-pressed": chosen,
    });
    spot.append(shape("rect", { class: "hit", x: point.x - CELL / 2, y: point.y - CELL / 2, width: CELL, height: CELL }));
    if (piece) spot.append(drawPiece(point, piece));
    spot.append(shape("circle", { class: "dot", cx: point.x, cy: point.y, r: 4 }));
    svg.append(spot);
  }
  for (const arrow of state.arrows) drawTurn(svg, arrow);
  const had = $("board").contains(document.activeElement);
  $("board").replaceChildren(svg);
  if (had) focusOn(focus);
}

function focusOn(name) {
  state.focus = name;
  const spot = $("board").querySelector(`[data-name="${name}"]`);
  if (!spot) return;
  for (const other of $("board").querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", -1);
  spot.setAttribute("tabindex", 0);
  spot.focus();
}

function renderControls() {
  const done = state.phase === "done";
  const silent = open_turns().filter((turn) => spots(turn).length === 0);
  const ready = complete().filter((turn) => spots(turn).length > 0);
  const button = (text, action, attributes = {}) => element("button", { type: "button", onclick: action, ...attributes }, text);
  $("controls").replaceChildren(
    ...silent.map((turn) => button(capital(turn), () => play(turn))),
    ...ready.map((turn) => button(`Play ${turn}`, () => play(turn), { class: "primary" })),
    done ? button("Next puzzle", () => move(1), { class: "primary" }) : button("Hint", hint, { disabled: state.phase !== "play" }),
    state.chosen.length ? button("Take back", takeBack) : "",
    done ? "" : button("Solution", solve),
    button("Start again", () => open(state.number)),
    button("◀", () => look(at() - 1), { "aria-label": "Step back", disabled: at() < 0 }),
    button("▶", () => look(at() + 1), { "aria-label": "Step forward", disabled: state.shown === null }),
  );
}

function takeBack() { state.chosen.pop(); state.mark = null; render(); }

/** All turns that win, each in all its spellings. */
const keys = ({ nodes: [{ good }] }) => good.map(({ turns }) => turns.join(" = "));

function renderPuzzle() {
  const { id, side, turns, themes, grade, difficulty, note } = puzzle();
  const told = state.phase === "done";
  const place = shown.indexOf(state.number);
  $("puzzle").replaceChildren(
    element("h2", {}, `${side} wins in ${turns}`),
    element("p", { class: "faint" }, `${id}${place < 0 ? "" : ` · ${place + 1} of ${shown.length}`}`),
    difficulty == null ? "" : element("p", {}, `Difficulty ${difficulty.toFixed(1)}${grade ? `, ${grade}` : ""}`),
    told && themes.length ? element("p", {}, ...themes.map((theme) => element("span", { class: "tag" }, theme))) : "",
    told ? element("p", { id: "answer" }, `What wins: ${keys(puzzle()).join("; ")}`) : "",
    told && note ? element("p", { lang: pack.language }, note) : "",
  );
}

/** What was played, with other defences once the puzzle is done. */
function renderMoves() {
  if (state.history.length === 0) { $("moves").replaceChildren(); return; }
  const items = state.history.map(({ turn, who, node: from }, index) => {
    const jump = element("button", { type: "button", "aria-current": at() === index ? "step" : false, onclick: () => look(index) }, turn);
    const item = element("li", {}, jump);
    if (who === "defence" && state.phase === "done") {
      const before = state.history[index - 1];
      const good = find(puzzle().nodes[before.node].good, before.turn);
      for (const reply of (good && good.replies) || []) {
        if (reply.turn === turn) continue;
        item.append(" ", element("button", { type: "button", title: "play on against this defence", onclick: () => vary(index, reply) }, `or ${reply.turn}`));
      }
    }
    return item;
  });
  $("moves").replaceChildren(element("h2", {}, "Turns"), element("ol", {}, ...items));
}

// ---- All puzzles, and which of them are shown.

let shown = pack.puzzles.map((_, index) => index);
const FILTERS = {
  turns: { label: "Length", values: (p) => [[p.turns, `win in ${p.turns}`]], sort: (a, b) => a - b },
  theme: { label: "Theme", values: (p) => p.themes.map((theme) => [theme, theme]) },
  grade: { label: "Difficulty", values: (p) => (p.grade ? [[p.grade, p.grade]] : []), order: pack.grades },
  state: { label: "Progress", values: () => [], fixed: [["new", "not tried"], ["due", "to repeat"], ["failed", "not yet solved"], ["solved", "solved"]] },
};
const wanted = {};

function hasState(id, what) {
  const { box, solved } = store.of(id);
  return { new: box < 0, due: store.isDue(id), failed: box >= 0 && !solved, solved }[what];
}

function makeFilters() {
  for (const [key, { label, values, sort, fixed, order }] of Object.entries(FILTERS)) {
    const found = new Map(fixed || pack.puzzles.flatMap(values));
    if (found.size < 2) continue;
    let options = [...found];
    if (!fixed) options.sort(order ? ([a], [b]) => order.indexOf(a) - order.indexOf(b) : sort ? ([a], [b]) => sort(a, b) : undefined);
    const select = element("select", { id: `filter-${key}`, onchange: () => { wanted[key] = select.value; filter(); } },
      element("option", { value: "" }, "all"), ...options.map(([value, text]) => element("option", { value }, text)));
    $("filters").append(element("label", {}, label, select));
  }
  const across = element("select", { id: "per-page" }, ...[1, 2, 4, 6, 9, 12].map((n) => element("option", { value: n, selected: n === 6 }, `${n} to a page`)));
  $("filters").append(
    element("label", {}, "On paper", across),
    element("label", {}, "\u00a0", element("button", { type: "button", id: "print", onclick: () => { makeSheet(); print(); } }, "Print these")),
  );
}

function filter() {
  shown = pack.puzzles.flatMap((p, index) => {
    const passes = Object.entries(wanted).every(([key, value]) => !value ||
      (key === "state" ? hasState(p.id, value) : FILTERS[key].values(p).some(([v]) => String(v) === value)));
    return passes ? [index] : [];
  });
  listed = null;
  if (shown.length && !shown.includes(state.number)) open(shown[0]);
  else render();
}

const NONE = "No puzzle is like that.";
let listed = null;
function renderList() {
  if (listed !== shown) {
    listed = shown;
    $("list").replaceChildren(...shown.map((index) => element("li", {},
      element("button", { type: "button", "data-index": index, onclick: () => { open(index); scrollTo({ top: 0 }); } }))));
    if (shown.length === 0) $("list").append(element("li", {}, NONE));
    $("print").disabled = shown.length === 0;
  }
  for (const button of $("list").querySelectorAll("button")) renderEntry(button);
  const solved = pack.puzzles.filter(({ id }) => store.of(id).solved).length;
  const due = pack.puzzles.filter(({ id }) => store.isDue(id)).length;
  $("score").textContent = `${solved} of ${pack.puzzles.length} solved${due ? `, ${due} to repeat` : ""}`;
}

function renderEntry(button) {
  const index = Number(button.dataset.index), { id, turns } = pack.puzzles[index];
  const { box, solved } = store.of(id);
  const class_name = [solved ? "solved" : box >= 0 ? "failed" : "", store.isDue(id) ? "due" : ""].join(" ").trim();
  const key = `${class_name}|${index === state.number}`;
  if (button.dataset.key === key) return;
  button.dataset.key = key;
  button.className = class_name;
  button.toggleAttribute("aria-current", index === state.number);
  button.setAttribute("aria-label", `puzzle ${index + 1}, ${id}, win in ${turns}${solved ? ", solved" : ""}`);
  button.replaceChildren(`${index + 1}${solved ? " ✓" : ""}`, element("small", {}, `win in ${turns}`));
}

function move(by) {
  const place = shown.indexOf(state.number);
  if (shown.length) open(shown[(place + by + shown.length) % shown.length]);
}

// ---- Paper: diagrams first, solutions last.

function makeSheet() {
  const per = Number($("per-page").value), across = { 1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3 }[per];
  const tall = `${Math.floor(240 / Math.ceil(per / across)) - 14}mm`;
  const chosen = shown.map((index) => pack.puzzles[index]);
  const figures = chosen.map((p, i) => element("figure", {}, picture(p.nodes[0].cells),
    element("figcaption", {}, `${i + 1}. ${p.side} wins in ${p.turns}`)));
  const solutions = chosen.map((p, i) => element("p", {}, element("b", {}, `${i + 1}. `), p.line.join("  "),
    keys(p).length > 1 ? ` (what wins: ${keys(p).join("; ")})` : "", p.note ? element("span", { lang: pack.language }, ` — ${p.note}`) : ""));
  const pages = [];
  for (let i = 0; i < figures.length; i += per) pages.push(element("div", { class: "diagrams" }, ...figures.slice(i, i + per)));
  $("sheet").style.setProperty("--across", across);
  $("sheet").style.setProperty("--tall", tall);
  $("sheet").replaceChildren(element("h1", { lang: pack.language }, pack.title), ...(chosen.length ? pages : [element("p", {}, NONE)]));
  if (chosen.length) $("sheet").append(element("section", { class: "solutions" }, element("h1", {}, "Solutions"), ...solutions));
}
addEventListener("beforeprint", makeSheet);
addEventListener("afterprint", () => $("sheet").replaceChildren());

// ---- Mouse, touch, keyboard.

/** How far a finger may slip and still tap, in pixels. */
const SLIP = 10;
let pressed = null, origin = null;
const nameAt = (event) => {
  const spot = event.target instanceof Element && event.target.closest(".spot");
  return spot ? spot.dataset.name : null;
};
$("board").addEventListener("pointerdown", (event) => {
  pressed = nameAt(event);
  origin = event;
  // So that a finger's release tells where it is, and not where it began.
  if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  if (pressed && !state.chosen.includes(pressed)) { state.focus = pressed; choose(pressed); pressed = state.chosen.includes(pressed) ? pressed : null; }
  else if (pressed) { choose(pressed); pressed = null; }
  event.preventDefault();
});
$("board").addEventListener("pointerup", (event) => {
  const name = nameAt(event);
  // The board itself may have moved since: other squares under a finger at rest are no drag.
  const dragged = origin && Math.hypot(event.clientX - origin.clientX, event.clientY - origin.clientY) > SLIP;
  if (dragged && pressed && name && name !== pressed && open_spots().has(name)) choose(name);
  pressed = null;
});
// Screen readers click without a pointer.
$("board").addEventListener("click", (event) => { if (event.detail === 0 && nameAt(event)) choose(nameAt(event)); });

/** The nearest point in a direction. */
function neighbour(name, dx, dy) {
  const from = layout.points.get(name);
  let best = null, nearest = Infinity;
  for (const [other, { x, y }] of layout.points) {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const across = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    if (along > 1 && along + 3 * across < nearest) { nearest = along + 3 * across; best = other; }
  }
  return best;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const COMMANDS = {
  Escape: takeBack, h: hint, s: solve, r: () => open(state.number), n: () => move(1), p: () => move(-1),
  "[": () => look(at() - 1), "]": () => look(at() + 1),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, summary")) return;
  const name = nameAt(event);
  if (name && ARROWS[event.key]) {
    const next = neighbour(name, ...ARROWS[event.key]);
    if (next) focusOn(next);
  } else if (name && (event.key === "Enter" || event.key === " ")) {
    state.focus = name;
    choose(name);
  } else if (COMMANDS[event.key]) {
    COMMANDS[event.key]();
  } else return;
  event.preventDefault();
});

makeFilters();
/** The number of the puzzle that the address names, or -1. */
function asked() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* not written by a page: taken as it is */ }
  return pack.puzzles.findIndex((puzzle) => puzzle.id === id);
}
addEventListener("hashchange", () => { if (asked() >= 0 && asked() !== state.number) open(asked()); });

$("about").hidden = !$("about").querySelector("p");
if (asked() < 0 && pack.puzzles.some(({ id }) => store.of(id).box >= 0)) $("primer").open = false;
open(Math.max(asked(), 0));
})();
