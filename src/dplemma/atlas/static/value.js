// The value box of a quantity: computes in the page, by Python in the browser, which is loaded when it is first asked for.
"use strict";
(() => {
  const box = document.querySelector(".value");
  if (!box) return;
  const form = box.querySelector("form"), output = box.querySelector("output"), command = box.querySelector("pre");
  const inputs = () => Object.fromEntries([...form.querySelectorAll("[data-input]")].filter((field) => field.value.trim()).map((field) => [field.name, field.value.trim()]));
  const digits = () => form.elements.digits.value.trim() || "50";
  const rounding = () => form.elements.round.value;
  const tell = () => {
    const given = Object.entries(inputs()).map(([name, value]) => `${name}=${value}`).join(" ");
    command.textContent = `dplemma value ${box.dataset.quantity} ${given} --digits ${digits()}${rounding() === "nearest" ? "" : ` --round ${rounding()}`}`;
  };
  form.addEventListener("input", tell);
  tell();
  if (box.dataset.interpreter === undefined || location.protocol === "file:" || !window.Worker) {
    const instead = document.querySelector("#reference") ? "the table below has certified values, and the command computes any other." : "the command computes the value.";
    output.textContent = box.dataset.interpreter === undefined
      ? `This copy of the site was made without the interpreter: ${instead}`
      : `Opened from a folder, a page may not load the interpreter: ${instead} With dplemma atlas --serve it computes here.`;
    form.querySelector("button").hidden = true;
    return;
  }
  let worker = null, asked = 0;
  const answer = (event) => {
    if (event.data.progress) { output.textContent = event.data.progress; return; }
    if (event.data.number !== asked) return;
    output.classList.toggle("wrong", Boolean(event.data.error));
    output.textContent = event.data.error || event.data.value;
    box.dataset.state = event.data.error ? "error" : "done";
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!worker) {
      worker = new Worker(`${root}assets/worker.mjs`, { type: "module" });
      worker.onmessage = answer;
      worker.onerror = () => { output.classList.add("wrong"); output.textContent = "The interpreter could not be loaded; the command computes the same."; };
    }
    asked += 1;
    box.dataset.state = "busy";
    output.classList.remove("wrong");
    output.textContent = "Computing ...";
    worker.postMessage({ number: asked, quantity: box.dataset.quantity, inputs: inputs(), digits: digits(), round: rounding() });
  });
})();
