"use strict";
// Tables that sort, filter and page. Rows come from the page itself or from its data island; the texts of people
// only ever become text nodes.
(() => {
  const island = document.getElementById("data");
  const data = island ? JSON.parse(island.textContent) : null;
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const empty = (value) => value === null || value === undefined || value === "";
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(a, b));

  function make(tag, text, className) {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (className) node.className = className;
    return node;
  }

  /* source: { items, value(item, column), words(item), row(item), keep(item) } */
  function table(element, source, size) {
    const body = element.tBodies[0];
    const tools = document.querySelector(`[data-for="${element.id}"]`);
    const part = (name) => tools && tools.querySelector(`[data-part="${name}"]`);
    const state = { column: -1, down: false, page: 0, all: false, shown: source.items };

    function draw() {
      const last = Math.max(0, Math.ceil(state.shown.length / size) - 1);
      state.page = Math.min(state.page, last);
      const from = state.all ? 0 : state.page * size;
      const chosen = state.all ? state.shown : state.shown.slice(from, from + size);
      body.replaceChildren(...chosen.map(source.row));
      if (!tools) return;
      const count = part("count");
      if (count) {
        const some = state.shown.length < source.items.length;
        count.textContent = (count.dataset.words + (some ? count.dataset.chosen : ""))
          .replace("{from}", state.shown.length ? from + 1 : 0).replace("{to}", from + chosen.length)
          .replace("{shown}", state.shown.length).replace("{all}", source.items.length);
      }
      for (const [name, off] of [["back", state.page === 0], ["on", state.page === last]]) {
        const button = part(name);
        if (button) { button.disabled = off; button.hidden = last === 0; }
      }
    }

    function choose() {
      const field = part("filter");
      const wanted = (field ? field.value : "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
      state.shown = source.items.filter((item) => {
        if (source.keep && !source.keep(item)) return false;
        return wanted.length === 0 || wanted.every((word) => source.words(item).includes(word));
      });
      sort();
    }

    function sort() {
      if (state.column >= 0) {
        const sign = state.down ? -1 : 1;
        state.shown = state.shown.map((item) => [source.value(item, state.column), item]).sort(([a], [b]) => {
          if (empty(a) || empty(b)) return empty(a) - empty(b); // what is missing comes last either way
          return sign * compare(a, b);
        }).map(([, item]) => item);
      }
      draw();
    }

    [...element.tHead.rows[0].cells].forEach((head, column) => {
      const button = head.querySelector("button");
      if (!button) return;
      button.addEventListener("click", () => {
        const first = head.classList.contains("n");
        state.down = state.column === column ? !state.down : first;
        state.column = column;
        state.page = 0;
        for (const other of element.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
        sort();
      });
    });
    if (part("filter")) part("filter").addEventListener("input", () => { state.page = 0; choose(); });
    for (const [name, step] of [["back", -1], ["on", 1]]) {
      if (part(name)) part(name).addEventListener("click", () => { state.page += step; draw(); });
    }
    addEventListener("beforeprint", () => { state.all = true; draw(); });
    addEventListener("afterprint", () => { state.all = false; draw(); });
    choose();
    return { choose: () => { state.page = 0; choose(); } };
  }

  /* a table whose rows stand in the page: a cell's data-v is its value, else its text */
  function written(element) {
    const items = [...element.tBodies[0].rows].map((node) => ({
      node,
      words: node.textContent.toLocaleLowerCase(),
      values: [...node.cells].map((cell) => {
        const value = cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v;
        return cell.classList.contains("n") ? (value === "" || isNaN(value) ? null : Number(value)) : value;
      }),
    }));
    table(element, {
      items, value: (item, column) => item.values[column], words: (item) => item.words, row: (item) => item.node,
    }, Number(element.dataset.size) || items.length || 1);
  }

  function nameCell(person) {
    const cell = make("th");
    cell.scope = "row";
    const name = make("bdi", person.name);
    if (person.link) {
      const link = make("a");
      link.href = person.link;
      link.append(name);
      cell.append(link);
    } else cell.append(name);
    if (person.key !== person.name) cell.append(make("small", person.key));
    return cell;
  }

  function number(value, className) {
    return make("td", empty(value) ? "–" : String(value), "n" + (empty(value) ? " none" : "") + (className || ""));
  }

  function scoreCell(score) {
    const [value, standing, note] = score;
    const cell = number(value);
    if (note) {
      const mark = make("abbr", data.marks[standing] || data.marks.late);
      mark.title = note;
      cell.append(mark);
    } else if (standing && empty(value)) cell.title = data.standings[standing];
    return cell;
  }

  function people() {
    return data.people.map(([key, name, section, total, most, scores, link]) => ({
      key, name, section, total, most, scores, link, words: `${name} ${key} ${section}`.toLocaleLowerCase(),
    }));
  }

  function wholeClass(element, everybody) {
    table(element, {
      items: everybody,
      value: (p, column) => (column === 0 ? p.name : column === 1 ? p.section : column === 2 ? p.total : (p.scores[column - 3] || [])[0]),
      words: (p) => p.words,
      row: (p) => {
        const row = make("tr");
        row.append(nameCell(p), make("td", p.section), number(p.total), ...p.scores.map(scoreCell));
        return row;
      },
    }, 50);
  }

  function inNeed(element, everybody) {
    const chosen = new Set();
    const items = data.needs.map(([place, needs]) => {
      const person = everybody[place];
      const words = needs.map(([signal, detail]) => `${data.signals[signal]} ${detail}`).join(" ").toLocaleLowerCase();
      return { person, needs, words: `${person.words} ${words}` };
    });
    const shown = table(element, {
      items,
      value: (item, column) => [item.person.name, item.person.section, item.words, item.person.total][column],
      words: (item) => item.words,
      keep: (item) => chosen.size === 0 || item.needs.some(([signal]) => chosen.has(signal)),
      row: (item) => {
        const why = make("td", undefined, "wide");
        const list = make("ul");
        for (const [signal, detail] of item.needs) {
          const entry = make("li", data.signals[signal]);
          if (detail) entry.append(make("small", detail));
          list.append(entry);
        }
        why.append(list);
        const row = make("tr");
        row.append(nameCell(item.person), make("td", item.person.section), why, number(item.person.total));
        return row;
      },
    }, 15);
    for (const chip of document.querySelectorAll("button[data-signal]")) {
      chip.addEventListener("click", () => {
        const on = chip.getAttribute("aria-pressed") !== "true";
        chip.setAttribute("aria-pressed", on);
        if (on) chosen.add(chip.dataset.signal); else chosen.delete(chip.dataset.signal);
        shown.choose();
      });
    }
  }

  for (const element of document.querySelectorAll("table[data-rows=page]")) written(element);
  if (data) {
    const everybody = people();
    inNeed(document.getElementById("needs"), everybody);
    wholeClass(document.getElementById("class"), everybody);
  }
  function unfold() { // a link to something folded opens it
    let node = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
  }
  addEventListener("hashchange", unfold);
  unfold();
  const folded = document.getElementsByTagName("details");
  addEventListener("beforeprint", () => { for (const each of folded) { each.dataset.was = each.open; each.open = true; } });
  addEventListener("afterprint", () => { for (const each of folded) each.open = each.dataset.was === "true"; });
})();
