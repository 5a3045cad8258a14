// Plays an exported page as a reader would, and leaves what went wrong in an
// attribute of the page's root. tests/page/run.sh adds it to a page.
"use strict";
(async () => {
  const faults = [], done = [];
  const expect = (fact, what) => { (fact ? done : faults).push(what); };
  const pack = JSON.parse(document.getElementById("pack").textContent);
  const status = () => document.getElementById("status").textContent;
  const score = () => document.getElementById("score").textContent;
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const spots = (turn) => turn.match(/[a-z][1-9]/g) || [];
  const spot = (name) => document.querySelector(`[data-name="${name}"]`);
  const send = (name, type) => {
    const hit = spot(name).querySelector(".hit"), { x, y, width, height } = hit.getBoundingClientRect();
    hit.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + width / 2, clientY: y + height / 2 }));
  };
  const click = (name) => { send(name, "pointerdown"); send(name, "pointerup"); };
  const drag = (from, to) => { send(from, "pointerdown"); send(to, "pointerup"); };
  const button = (text) => [...document.querySelectorAll("#controls button")].find((found) => found.textContent.startsWith(text));
  const press = (key, target = document.body) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const legal = (node) => node.legal.split(";").filter(Boolean).flatMap((group) => {
    const [first, rest] = group.split(":");
    return rest === undefined ? [first] : rest.split(",").map((second) => `${first}+${second}`);
  });
  /** Enters a turn by clicks; only what is marked as open may be needed. */
  const enter = (turn, way) => {
    press("Escape");
    spots(turn).forEach((name, i, all) => {
      if (way === "drag" && i % 2 === 1) return;
      if (!spot(name).classList.contains("open")) faults.push(`${turn}: ${name} is not open`);
      if (way === "drag" && all[i + 1]) drag(name, all[i + 1]);
      else if (way === "keys") press("Enter", spot(name));
      else click(name);
    });
    const last = button("Play ") || (spots(turn).length === 0 && button("Pass"));
    if (last) last.click();
  };
  const openPuzzle = (index) => document.querySelector(`#list [data-index="${index}"]`).click();
  const solve = async (index, way) => {
    openPuzzle(index);
    const { nodes } = pack.puzzles[index];
    for (let node = nodes[0]; ;) {
      const good = node.good[0];
      enter(good.turns[good.turns.length - 1], way);
      if (good.end) break;
      const reply = (good.replies || [])[0];
      await wait(1000);
      if (reply && reply.end) break;
      node = nodes[reply ? reply.next : good.next];
    }
    expect(status().startsWith("Solved"), `puzzle ${index + 1} by ${way}: ${status()}`);
  };

  const text = (id) => document.getElementById(id).textContent;
  const kept = () => JSON.parse(localStorage.getItem(`tsume:${pack.name}`));
  const days = (id) => Math.round((kept()[id].due - Date.now()) / 86400000);
  const entries = () => document.querySelectorAll("#list button").length;
  const choose = (id, value) => {
    const select = document.getElementById(id);
    select.value = value;
    select.dispatchEvent(new Event("change"));
  };
  const options = (id) => [...(document.getElementById(id)?.options || [])].map(({ value }) => value);

  /** What a newcomer is told, step by step. */
  const prompts = (index) => {
    const { side, nodes: [first] } = pack.puzzles[index];
    openPuzzle(index);
    expect(text("task").startsWith(`You play ${side}: win `), `the task: ${text("task")}`);
    expect(status() === pack.aim && pack.aim, `the aim: ${status()}`);
    const beginnings = pack.kinds.length ? pack.kinds.map(([, what]) => what) : [pack.steps[0]];
    expect(beginnings.some((what) => text("prompt").includes(what)), `the first step: ${text("prompt")}`);
    click(spots(long(first))[0]);
    expect(text("prompt").startsWith(pack.steps[1]), `the second step: ${text("prompt")}`);
    press("Escape");
    const closed = document.querySelector(".spot:not(.open)").dataset.name;
    click(closed);
    expect(status().startsWith(`${closed} cannot be chosen now`), `a square that is closed: ${status()}`);
  };
  /** A turn that takes more than one step. */
  const long = (node) => legal(node).find((turn) => spots(turn).length > 1);

  /** Turns that fail, and why. */
  const slips = (index) => {
    const first = pack.puzzles[index].nodes[0], all = legal(first);
    openPuzzle(index);
    const wrong = all.filter((turn) => !first.good.some(({ turns }) => turns.includes(turn)));
    let told = 0;
    for (const turn of wrong.slice(0, 30)) {
      enter(turn, "clicks");
      if (!/ does not win|^A good try| loses/.test(status())) faults.push(`a wrong turn: ${status()}`);
      const failing = (first.fails || []).find(({ turns }) => turns.includes(all.indexOf(turn)));
      if (!failing) continue;
      told += 1;
      if (!status().includes(failing.end || `answers ${failing.reply}`)) faults.push(`why a turn fails: ${status()}`);
      if (!failing.end && !document.querySelector("#board .stroke.defence")) faults.push(`${turn}: the reply is not drawn`);
    }
    expect(told > 0, `${told} of ${wrong.length} wrong turns are explained`);
    const { box, due } = kept()[pack.puzzles[index].id];
    expect(box === 0 && due <= Date.now(), "a puzzle with a slip comes back at once");
  };
  /** A turn of a kind, entered at the first place of a solution that has such turns; not all packs have. */
  const example = async (kind, failing, told) => {
    for (const [index, { nodes }] of pack.puzzles.entries()) {
      const keys = [];
      for (let node = nodes[0]; node;) {
        const found = (node.fails || []).find(failing), [good] = node.good;
        if (found) {
          openPuzzle(index);
          for (const key of keys) { enter(key, "clicks"); await wait(1000); }
          enter(legal(node)[found.turns[0]], "clicks");
          expect(told(found), `${kind}: ${status()}`);
          return;
        }
        keys.push(good.turns[0]);
        node = nodes[good.next ?? (good.replies || [])[0]?.next];
      }
    }
    expect(!KINDS.includes(kind), `there is an example of ${kind}`);
  };

  const hints = (index) => {
    const first = pack.puzzles[index].nodes[0], begin = spots(long(first))[0];
    openPuzzle(index);
    button("Hint").click();
    expect(status().startsWith("Hint"), `a hint: ${status()}`);
    const hinted = () => document.querySelector(".spot.hinted");
    for (let i = 0; i < 4 && !hinted(); i++) button("Hint").click();
    const key = spots(first.good[0].turns[0]);
    expect(hinted().dataset.name === key[0], "the hint marks a square of the key");
    click(key[0]);
    expect(!hinted(), "a hint marks one square only");
    if (key.length > 1) {
      button("Hint").click();
      expect(hinted().dataset.name === key[1], "the next hint marks the next square");
      button("Take back").click();
      expect(!hinted(), "nothing is marked that cannot be chosen");
    }
    openPuzzle(index);
    button("Hint").focus();
    button("Hint").click();
    expect(document.activeElement === button("Hint"), "the focus stays on a button that is made anew");
    click(begin);
    button("Take back").focus();
    button("Take back").click();
    expect(document.activeElement.matches(".spot"), "the focus goes to the board from a button that is gone");
  };

  /** The solution, stepped through, and its variations: none of it is for the records. */
  const solution = (index) => {
    const { id, turns, nodes: [first] } = pack.puzzles[index];
    openPuzzle(index);
    click(spots(long(first))[0]);
    const primer = document.getElementById("primer");
    primer.open = true;
    button("Solution").click();
    expect(primer.open, "the rules stay for whoever asks for the solution");
    expect(status().startsWith("The solution"), `the solution: ${status()}`);
    expect(!document.querySelector(".spot.chosen"), "nothing is chosen after the solution");
    expect(first.good.every((good) => good.turns.every((turn) => text("answer").includes(turn))), `all keys are told: ${text("answer")}`);
    const steps = () => document.querySelectorAll("#moves ol > li").length;
    expect(steps() >= 2 * turns - 1, `${steps()} steps of the solution`);
    expect(text("prompt").startsWith("You are looking back"), `looking back: ${text("prompt")}`);
    while (!button("▶").disabled) button("▶").click();
    const newest = [...document.querySelectorAll("#moves ol > li > button:first-child")].pop();
    newest.click();
    expect(text("prompt").startsWith("Look at it again"), `the newest turn is not looking back: ${text("prompt")}`);
    press("[");
    const before = JSON.stringify(kept());
    const variation = document.querySelector("#moves button[title]");
    const [, other] = first.good[0].replies;
    expect(Boolean(variation) >= Boolean(other), "another defence is offered");
    if (other) {
      variation.click();
      expect(/plays|Solved/.test(status()), `a variation: ${status()}`);
      const node = pack.puzzles[index].nodes[other.next];
      const wrong = node && legal(node).find((turn) => !node.good.some((good) => good.turns.includes(turn)));
      if (wrong) enter(wrong, "clicks");
      if (node) enter(node.good[0].turns[0], "clicks");
    }
    expect(JSON.stringify(kept()) === before, `variations of ${id} leave the records alone`);
  };

  /** Looking back, and asking for the solution, while the reply is awaited. */
  const impatience = async (index) => {
    const { nodes: [first], turns } = pack.puzzles[index], [key] = first.good[0].turns;
    openPuzzle(index);
    enter(key, "clicks");
    press("[");
    await wait(1000);
    expect(!text("prompt").startsWith("You are looking back"), `the reply is looked at: ${text("prompt")}`);
    openPuzzle(index);
    enter(key, "clicks");
    button("Solution").click();
    const played = [...document.querySelectorAll("#moves ol > li > button:first-child")].map((step) => step.textContent);
    expect(played.filter((turn) => turn === key).length === 1 && played.length >= 2 * turns - 1, `the solution goes on: ${played}`);
  };

  /** Every key is taken, and the puzzle can be played on. */
  const secondKey = (index) => {
    const [followed, other] = pack.puzzles[index].nodes[0].good;
    openPuzzle(index);
    enter(other.turns[0], "clicks");
    expect(status().startsWith(`Right: ${other.turns[0]} wins. So does ${followed.turns[0]}`), `a second key: ${status()}`);
    expect(text("moves").includes(followed.turns[0]), "the key that is followed is played");
  };

  const addresses = async () => {
    const last = pack.puzzles[pack.puzzles.length - 1].id;
    location.hash = encodeURIComponent(last);
    await wait(100);
    expect(text("puzzle").includes(last), `the puzzle of the address: ${text("puzzle")}`);
    location.hash = "50%";
    await wait(100);
    openPuzzle(0);
    expect(text("puzzle").includes(pack.puzzles[0].id), "an address that is none does no harm");
  };

  const paper = () => {
    const sheet = document.getElementById("sheet"), toPaper = () => dispatchEvent(new Event("beforeprint"));
    const listed = entries();
    for (const per of [1, 2, 4, 6, 9, 12]) {
      document.getElementById("per-page").value = per;
      toPaper();
      const pages = [...sheet.querySelectorAll(".diagrams")].map((page) => page.querySelectorAll("figure svg").length);
      const full = pages.slice(0, -1).every((count) => count === per);
      expect(full && pages.length === Math.ceil(listed / per), `${per} to a page: ${pages}`);
    }
    document.getElementById("per-page").value = 6;
    // What has been solved and begun is both: one of these has nothing to show.
    const filters = ["turns", "theme", "grade"].flatMap((key) => options(`filter-${key}`).map((value) => [`filter-${key}`, value]));
    const nothing = [["filter-state", "new"], ...filters].some(([id, value]) => options("filter-state").some((state) => {
      choose(id, value);
      choose("filter-state", state);
      if (entries() === 0) return true;
      choose(id, "");
      return false;
    }));
    expect(nothing, "there is a filter that nothing passes");
    toPaper();
    expect(/No puzzle/.test(sheet.textContent) && !/Solutions/.test(sheet.textContent), `nothing to print: ${sheet.textContent}`);
    expect(document.getElementById("print").disabled, "nothing can be printed");
    for (const id of ["state", "turns", "theme", "grade"].map((key) => `filter-${key}`)) if (options(id).length) choose(id, "");
  };

  /** The first time that this pack is played. */
  const first = async () => {
    const language = pack.language;
    const lang = (id) => document.querySelector(id).closest("[lang]").lang;
    expect(document.documentElement.lang === language && lang("h1") === language && lang("#status") === "en", "languages are told");
    const two = pack.puzzles.findIndex(({ turns, nodes: [first] }) => turns > 1 && long(first) && first.good[0].replies);
    expect(two >= 0, "there is a puzzle of more than one turn");
    prompts(two);
    slips(two);
    await example("a try", ({ only, wins }) => only && !wins, ({ reply }) => status().startsWith("A good try") && status().includes(reply));
    await example("a turn that loses at once", ({ end }) => end, ({ end }) => status().includes(`loses: ${end}`));
    await example("a push", ({ push }) => push, () => document.querySelector("#board .stroke.push"));
    hints(two);
    await solve(two, "clicks");
    const cooked = pack.puzzles.findIndex(({ nodes: [first] }) => first.good[1] && !first.good[1].end);
    if (KINDS.includes("a second key")) secondKey(cooked);
    await solve(0, "drag");
    await solve(pack.puzzles.length - 1, "keys");
    solution(two);
    await impatience(two);
    await addresses();
    const about = document.getElementById("about");
    expect(about.hidden === !about.querySelector("p"), "what the pack says of itself, if it does");
    // All positions of all solutions can be reached: data and script agree.
    for (const { id, nodes } of pack.puzzles) {
      for (const node of nodes) {
        const all = new Set(legal(node));
        if (!node.good.every(({ turns }) => turns.every((turn) => all.has(turn)))) faults.push(`${id}: a key is not legal`);
      }
    }
    const lengths = new Set(pack.puzzles.map(({ turns }) => turns));
    expect(options("filter-turns").length === (lengths.size > 1 ? lengths.size + 1 : 0), "lengths can be chosen if they differ");
    for (const value of options("filter-turns")) {
      choose("filter-turns", value);
      const wanted = pack.puzzles.filter(({ turns }) => !value || String(turns) === value).length;
      expect(entries() === wanted, `filtered by length ${value}: ${entries()}`);
    }
    paper();
    expect(/^[1-9]\d* of /.test(score()), `score: ${score()}`);
  };

  /** After a reload: what was solved is kept, and puzzles come back after 1, 3, 7, … days. */
  const again = async () => {
    expect(/^[1-9]\d* of /.test(score()), `kept after a reload: ${score()}`);
    const { id } = pack.puzzles[0], now = Date.now;
    let passed = 0;
    Date.now = () => now() + passed;
    openPuzzle(0);
    button("Hint").click();
    expect(kept()[id].box === 0 && / to repeat$/.test(score()), `after a hint it comes back at once: ${score()}`);
    for (const [index, wait] of [1, 3, 7, 16, 35, 80, 80].entries()) {
      await solve(0, "clicks");
      expect(days(id) === wait, `it comes back after ${days(id)} days, not ${wait}`);
      await solve(0, "clicks");
      expect(kept()[id].box === Math.min(index + 1, 6), "again too early changes nothing");
      passed += wait * 86400000;
    }
  };

  const KINDS = document.documentElement.dataset.kinds.split(",");
  await (document.documentElement.dataset.part === "again" ? again() : first());
  document.documentElement.dataset.result = faults.length ? `FAULTS: ${faults.join("; ")}` : `passed: ${done.length} checks`;
})().catch((error) => { document.documentElement.dataset.result = `FAULTS: ${error.stack}`; });
