// Plays an exported page as a reader would, and leaves what went wrong in an
// attribute of the page's root. tests/integration.sh adds it to a page.
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

  const hash = new URLSearchParams(location.search).get("part") || document.documentElement.dataset.part;
  if (hash === "again") {
    expect(/^[1-9]\d* of /.test(score()), `kept after a reload: ${score()}`);
  } else {
    const two = Math.max(0, pack.puzzles.findIndex(({ turns }) => turns > 1));
    const first = pack.puzzles[two].nodes[0];
    openPuzzle(two);
    // What a newcomer is told, step by step.
    const text = (id) => document.getElementById(id).textContent;
    expect(text("task").startsWith(`You play ${pack.puzzles[two].side}: win `), `the task: ${text("task")}`);
    expect(status() === pack.aim && pack.aim, `the aim: ${status()}`);
    const beginnings = pack.kinds.length ? pack.kinds.map(([, what]) => what) : [pack.steps[0]];
    expect(beginnings.some((what) => text("prompt").includes(what)), `the first step: ${text("prompt")}`);
    const long = legal(first).find((turn) => spots(turn).length > 1);
    if (long) {
      click(spots(long)[0]);
      expect(text("prompt").startsWith(pack.steps[1]), `the second step: ${text("prompt")}`);
      openPuzzle(two);
    }
    // Turns that fail, and why.
    const all = legal(first);
    const wrong = all.filter((turn) => !first.good.some(({ turns }) => turns.includes(turn)));
    let told = 0;
    for (const turn of wrong.slice(0, 30)) {
      enter(turn, "clicks");
      if (!/ does not win|^A good try| loses/.test(status())) faults.push(`a wrong turn: ${status()}`);
      const failing = (first.fails || []).find(({ turns }) => turns.includes(all.indexOf(turn)));
      if (!failing) continue;
      told += 1;
      if (!status().includes(`answers ${failing.reply}`)) faults.push(`why a turn fails: ${status()}`);
      if (!document.querySelector("#board .stroke.defence")) faults.push(`${turn}: the reply is not drawn`);
    }
    expect(told > 0 || first.left === 1, `${told} of ${wrong.length} wrong turns are explained`);
    const only = (first.fails || []).find(({ only }) => only);
    if (only) {
      enter(all[only.turns[0]], "clicks");
      expect(status().startsWith("A good try") && status().includes(only.reply), `a try: ${status()}`);
    }
    button("Hint").click();
    expect(status().startsWith("Hint"), `a hint: ${status()}`);
    const hinted = () => document.querySelector(".spot.hinted");
    for (let i = 0; i < 4 && !hinted(); i++) button("Hint").click();
    expect(hinted() && first.good.some(({ turns }) => spots(turns[0])[0] === hinted().dataset.name), "the hint marks a square of the key");
    if (first.left > 1) {
      click(hinted().dataset.name);
      expect(!hinted(), "a hint marks one square only");
    }
    openPuzzle(two);
    button("Hint").focus();
    button("Hint").click();
    expect(document.activeElement === button("Hint"), "the focus stays on a button that is made anew");
    if (long) {
      click(spots(long)[0]);
      button("Take back").focus();
      button("Take back").click();
      expect(document.activeElement.matches(".spot"), "the focus goes to the board from a button that is gone");
    }
    await solve(two, "clicks");
    await solve(0, "drag");
    await solve(pack.puzzles.length - 1, "keys");
    openPuzzle(two);
    button("Solution").click();
    expect(status().startsWith("The solution"), `the solution: ${status()}`);
    const steps = () => document.querySelectorAll("#moves ol > li").length;
    expect(steps() >= 2 * pack.puzzles[two].turns - 1, `${steps()} steps of the solution`);
    expect(text("prompt").startsWith("You are looking back"), `looking back: ${text("prompt")}`);
    while (!button("▶").disabled) button("▶").click();
    const newest = [...document.querySelectorAll("#moves ol > li > button:first-child")].pop();
    newest.click();
    expect(text("prompt").startsWith("Look at it again"), `the newest turn is not looking back: ${text("prompt")}`);
    press("[");
    const variation = document.querySelector("#moves button[title]");
    if (variation) {
      variation.click();
      expect(/plays|Solved/.test(status()), `a variation: ${status()}`);
    }
    // Another address.
    location.hash = encodeURIComponent(pack.puzzles[pack.puzzles.length - 1].id);
    await wait(100);
    expect(text("puzzle").includes(pack.puzzles[pack.puzzles.length - 1].id), `the puzzle of the address: ${text("puzzle")}`);
    const about = document.getElementById("about");
    expect(about.hidden === !about.querySelector("p"), "what the pack says of itself, if it does");
    // All positions of all solutions can be reached: data and script agree.
    for (const puzzle of pack.puzzles) {
      for (const node of puzzle.nodes) {
        const all = new Set(legal(node));
        if (!node.good.every(({ turns }) => turns.every((turn) => all.has(turn)))) faults.push(`${puzzle.id}: a key is not legal`);
      }
    }
    const themes = document.getElementById("filter-turns");
    if (themes) {
      themes.value = themes.options[1].value;
      themes.dispatchEvent(new Event("change"));
      const entries = document.querySelectorAll("#list button").length;
      expect(entries === pack.puzzles.filter(({ turns }) => String(turns) === themes.value).length, `filtered: ${entries}`);
    }
    const sheet = document.getElementById("sheet"), toPaper = () => dispatchEvent(new Event("beforeprint"));
    const listed = document.querySelectorAll("#list button").length;
    for (const per of [1, 2, 4, 6, 9, 12]) {
      document.getElementById("per-page").value = per;
      toPaper();
      const pages = [...sheet.querySelectorAll(".diagrams")].map((page) => page.querySelectorAll("figure svg").length);
      const full = pages.slice(0, -1).every((count) => count === per);
      expect(full && pages.length === Math.ceil(listed / per), `${per} to a page: ${pages}`);
    }
    // A filter that nothing passes: what was solved is not new.
    for (const [key, value] of Object.entries({ turns: "", state: "new" })) {
      const select = document.getElementById(`filter-${key}`);
      if (!select) continue;
      select.value = value;
      select.dispatchEvent(new Event("change"));
    }
    if (document.querySelectorAll("#list button").length === 0) {
      toPaper();
      expect(/No puzzle/.test(sheet.textContent) && !/Solutions/.test(sheet.textContent), `nothing to print: ${sheet.textContent}`);
      expect(document.getElementById("print").disabled, "nothing can be printed");
    }
    expect(/^[1-9]\d* of /.test(score()), `score: ${score()}`);
  }
  document.documentElement.dataset.result = faults.length ? `FAULTS: ${faults.join("; ")}` : `passed: ${done.length} checks`;
})().catch((error) => { document.documentElement.dataset.result = `FAULTS: ${error.stack}`; });
