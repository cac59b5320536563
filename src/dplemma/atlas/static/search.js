// Search in the page: words, signs, pieces of LaTeX, printed numbers, arXiv ids. The data are a script (search-data.js), because a
// page that was opened from a folder may not fetch anything.
"use strict";
(() => {
  const GREEK = { "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "ϵ": "eps", "ζ": "zeta", "η": "eta", "θ": "theta", "κ": "kappa",
    "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "≤": "<=", "≥": ">=", "\u2212": "-" };
  const PREFIX = /^(https?:\/\/)?(dx\.)?(doi\.org\/|doi:|(www\.)?arxiv\.org\/(abs|pdf)\/|arxiv:)/i;
  const VERSION = /^(\d{4}\.\d{4,5})v\d+$/;
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[αβγδεϵζηθκλμµνξπρστφχψω≤≥\u2212]/gu, (sign) => GREEK[sign]);
  const bare = (text) => text.replace(/[\s{}]|\\left|\\right|\\[,;!]/g, "");

  let ready = null;
  function load() {
    ready ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}assets/search-data.js`;
      script.onload = () => resolve(prepared(window.ATLAS_SEARCH));
      script.onerror = () => reject(new Error("the search data are missing"));
      document.head.append(script);
    });
    return ready;
  }

  function prepared(data) {
    for (const entry of data.entries) {
      const paper = data.papers[entry.p];
      entry.layers = [folded(`${entry.i} ${entry.w || ""} ${entry.a || ""}`), folded(entry.s || ""), folded(entry.f || ""), folded(entry.r || ""), paper ? folded(paper.found) : ""];
      entry.names = folded(entry.i).split(/[/.]/);
      entry.place = folded(entry.w || "").split(/[,(;]/)[0].trim();
      entry.tex = bare(entry.l || "").toLowerCase();
      entry.parts = new Set(entry.layers[0].split(/[^\w]+/));
    }
    return data;
  }

  // A number as its value and the number of decimals that were typed; null for anything else.
  function number(text) {
    const plain = text.replace(/\u2212/g, "-").replace(/^\+/, "");
    let match;
    if ((match = /^(-?)(?:(\d+(?:\.\d+)?)\s*[*x×]\s*)?10(?:\^|\*\*)[{(]?(-?\d{1,4})[)}]?$/.exec(plain))) return { value: Number(`${match[1]}${match[2] || 1}e${match[3]}`), decimals: null };
    if ((match = /^(-?\d+)\/(\d+)$/.exec(plain)) && Number(match[2])) return { value: Number(match[1]) / Number(match[2]), decimals: null };
    if ((match = /^-?(?:\d+(?:\.(\d+))?|\.(\d+))(e[+-]?\d{1,4})?$/i.exec(plain))) return { value: Number(plain), decimals: match[3] ? null : (match[1] || match[2] || "").length };
    return null;
  }
  const close = (a, b) => a === b || Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));

  // 0: the number itself; 1: it begins with, or rounds to, what was typed (1.77 finds 1.771); null: neither.
  function numberRank(entry, wanted) {
    let rank = null;
    for (const value of entry.n || []) {
      if (close(Math.abs(value), Math.abs(wanted.value))) return 0;
      if (wanted.decimals >= 2) {
        const scale = 10 ** wanted.decimals, size = Math.abs(value) * scale, target = Math.round(Math.abs(wanted.value) * scale);
        if (Math.round(size) === target || Math.floor(size + 1e-9) === target) rank = 1;
      }
    }
    return rank;
  }

  function synonyms(data, word) {
    const row = data.synonyms.find((words) => words.includes(word));
    return row ? row.filter((other) => other !== word) : [];
  }

  function wordRank(data, entry, word) {
    const wanted = number(word.raw);
    if (wanted) {
      const rank = numberRank(entry, wanted);
      if (rank === 0) return entry.parts.has(word.text) ? 0 : 0.5;
      if (rank === 1) return 1.5;
    }
    if (entry.parts.has(word.text)) return 0;
    const layer = entry.layers.findIndex((text) => text.includes(word.text));
    if (layer >= 0 && !wanted) return layer + 1;
    if (layer === 0 || layer === 1 || layer === 4) return layer + 1;
    if (/[\\^_{}]/.test(word.raw) && word.tex && entry.tex.includes(word.tex)) return 3.5; // psi is no part of \varepsilon
    if (word.others.some((other) => entry.layers[0].includes(other) || entry.layers[1].includes(other))) return 5;
    return null;
  }

  function search(data, query, filters = {}) {
    const raw = query.trim().split(/\s+/).filter(Boolean).map((one) => one.replace(PREFIX, "").replace(VERSION, "$1"));
    const whole = bare(query).toLowerCase();
    const words = raw.map((one) => ({ raw: one, text: folded(one), tex: bare(one).toLowerCase(), others: synonyms(data, folded(one)) }));
    const phrase = words.map((word) => word.text).join("-"), place = words.map((word) => word.text).join(" ");
    const found = [];
    for (const entry of data.entries) {
      if (filters.verdict && entry.v !== filters.verdict) continue;
      if (filters.kind && entry.k !== filters.kind) continue;
      if (filters.paper && entry.p !== filters.paper) continue;
      let worst = 0, sum = 0;
      for (const word of words) {
        const rank = wordRank(data, entry, word);
        if (rank === null) { worst = null; break; }
        worst = Math.max(worst, rank); sum += rank;
      }
      if (worst === null && words.length > 1 && whole.length > 3 && /[\\^_=<>]/.test(whole) && entry.tex.includes(whole)) { worst = 3.5; sum = 3.5; }
      const meant = entry.names.includes(phrase) || entry.place === place ? 1 : 0;
      if (worst !== null) found.push({ entry, rank: [Math.floor(worst) - meant, entry.t === "quantity" ? 0 : entry.t === "claim" ? 1 : 2, sum, entry.o || 0] });
    }
    found.sort((a, b) => { for (let i = 0; i < 4; i += 1) if (a.rank[i] !== b.rank[i]) return a.rank[i] - b.rank[i]; return a.entry.i < b.entry.i ? -1 : 1; });
    return found.map((hit) => hit.entry);
  }

  globalThis.atlasSearch = { prepared, search };
  if (typeof document === "undefined") return; // looked at alone, by a test

  function row(entry, data) {
    const link = document.createElement("a");
    link.href = root + entry.u;
    const verdict = document.createElement("span");
    verdict.className = `verdict ${entry.v}`;
    verdict.textContent = data.words[entry.v] || entry.v;
    const name = document.createElement("span");
    name.textContent = entry.i;
    const note = document.createElement("span");
    note.className = "note";
    if (entry.h) note.innerHTML = entry.h; // set and escaped when the site was made
    else note.textContent = entry.s || entry.f || "";
    link.append(verdict, name, note);
    return link;
  }

  // -- the box at the top: a list below it, moved through by the arrow keys ------------------------------------------------
  for (const box of document.querySelectorAll("form.find")) {
    const input = box.querySelector("input");
    const list = box.querySelector(".hits");
    if (!list) continue;
    let here = -1;
    const items = () => [...list.querySelectorAll("a")];
    const move = (to) => {
      const all = items();
      if (!all.length) return;
      here = (to + all.length) % all.length;
      all.forEach((item, place) => { item.classList.toggle("here", place === here); item.parentElement.setAttribute("aria-selected", String(place === here)); });
      input.setAttribute("aria-activedescendant", all[here].parentElement.id);
      all[here].scrollIntoView({ block: "nearest" });
    };
    const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); here = -1; input.removeAttribute("aria-activedescendant"); };
    const show = async () => {
      const query = input.value;
      if (!query.trim()) { close(); return; }
      const data = await load();
      if (query !== input.value) return;
      const hits = search(data, query);
      list.replaceChildren(...hits.slice(0, 10).map((entry, place) => {
        const item = document.createElement("li");
        item.id = `${list.id}-${place}`;
        item.setAttribute("role", "option");
        const link = row(entry, data);
        link.tabIndex = -1;
        item.append(link);
        return item;
      }));
      const last = document.createElement("li");
      last.className = "none";
      last.setAttribute("role", "presentation");
      last.textContent = hits.length > 10 ? `${hits.length} in all: press Enter` : hits.length ? "" : "nothing found";
      if (last.textContent) list.append(last);
      here = -1;
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
    };
    input.addEventListener("focus", load, { once: true });
    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") { event.preventDefault(); move(here + 1); }
      else if (event.key === "ArrowUp") { event.preventDefault(); move(here < 0 ? -1 : here - 1); }
      else if (event.key === "Escape") { close(); input.select(); }
      else if (event.key === "Enter" && here >= 0) { event.preventDefault(); items()[here].click(); }
    });
    box.addEventListener("focusout", () => setTimeout(() => { if (!box.contains(document.activeElement)) close(); }, 150));
  }
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    const input = document.querySelector("main form.find input") || document.querySelector("form.find input");
    input.focus();
    input.select();
  });

  // -- the page of its own ---------------------------------------------------------------------------------------------------
  const page = document.querySelector("#search-page");
  if (page) {
    const input = page.querySelector("input"), selects = [...page.querySelectorAll("select")], list = page.querySelector(".rows"), count = page.querySelector("output");
    const asked = new URLSearchParams(location.search);
    input.value = asked.get("q") || "";
    for (const select of selects) select.value = asked.get(select.name) || "";
    const most = 200;
    const show = async () => {
      const data = await load();
      const filters = Object.fromEntries(selects.map((select) => [select.name, select.value]));
      const hits = input.value.trim() || selects.some((select) => select.value) ? search(data, input.value, filters) : [];
      list.replaceChildren(...hits.slice(0, most).map((entry) => {
        const item = document.createElement("li");
        item.className = "hit";
        item.append(row(entry, data));
        return item;
      }));
      count.textContent = hits.length > most ? `${hits.length} found, the first ${most} shown` : `${hits.length} found`;
      const query = new URLSearchParams([["q", input.value], ...Object.entries(filters)].filter((pair) => pair[1]));
      if (location.protocol !== "file:") history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
    };
    page.addEventListener("input", show);
    page.addEventListener("submit", (event) => { event.preventDefault(); show(); });
    show();
  }
})();
