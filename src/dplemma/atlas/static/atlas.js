// What every page does: light or dark, formulas, copying, filters. Plain scripts, so that it works from a folder.
"use strict";
const root = document.documentElement.dataset.root || "";

// -- light and dark: the system's choice unless the reader has made one ---------------------------------------------------
const themeButton = document.querySelector("#theme");
if (themeButton) {
  const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const tell = () => { themeButton.textContent = dark() ? "Light" : "Dark"; };
  themeButton.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("atlas-theme", document.documentElement.dataset.theme); } catch { /* a folder may have no storage */ }
    tell();
  });
  themeButton.hidden = false;
  tell();
}

// -- formulas: the text stands there until KaTeX has set it, and stays where there is no KaTeX ---------------------------
function setFormula(element) {
  if (element.classList.contains("set") || !window.katex) return;
  const block = element.dataset.block !== undefined;
  katex.render(element.dataset.tex, element, { displayMode: block, throwOnError: false, strict: "ignore", output: "htmlAndMathml" });
  element.classList.add("set");
}
function setFormulas(scope = document) {
  const all = scope.querySelectorAll(".tex:not(.set)");
  if (!window.katex || !all.length) return;
  if (all.length < 40 || !window.IntersectionObserver) { all.forEach(setFormula); return; }
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { setFormula(entry.target); seen.unobserve(entry.target); }
  }, { rootMargin: "600px" });
  all.forEach((element) => seen.observe(element));
}
setFormulas();
addEventListener("beforeprint", () => document.querySelectorAll(".tex:not(.set)").forEach(setFormula));

// -- copy buttons ---------------------------------------------------------------------------------------------------------
for (const box of document.querySelectorAll(".copy")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(box.querySelector("pre").textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  box.append(button);
}

// -- filters of a list that stands in the page: each select names a data attribute ---------------------------------------
for (const form of document.querySelectorAll("form.filters[data-list]")) {
  const items = [...document.querySelectorAll(form.dataset.list)];
  const selects = [...form.querySelectorAll("select")];
  const groups = new Set(items.map((item) => item.closest("section")).filter(Boolean)); // a heading with nothing below it goes, too
  const apply = () => {
    let shown = 0;
    for (const item of items) {
      const fits = selects.every((select) => !select.value || item.dataset[select.name] === select.value);
      item.hidden = !fits;
      shown += fits;
    }
    for (const group of groups) group.hidden = ![...group.querySelectorAll(form.dataset.list)].some((item) => !item.hidden);
    form.querySelector("output").textContent = `${shown} of ${items.length}`;
    const query = new URLSearchParams(selects.filter((select) => select.value).map((select) => [select.name, select.value]));
    if (location.protocol !== "file:") history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
  };
  const asked = new URLSearchParams(location.search);
  for (const select of selects) if ([...select.options].some((option) => option.value === asked.get(select.name))) select.value = asked.get(select.name);
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}
