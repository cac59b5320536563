// Python in a thread of its own: CPython (Pyodide), python-flint and dplemma's own modules, all from this site.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PYTHON = `
import json
from dplemma.base.errors import DplemmaError
from dplemma.values.certified import value

def certified(quantity, inputs, digits, mode):
    try:
        if not digits.isascii() or not digits.isdigit():
            raise DplemmaError(f"digits must be a whole number, got {digits!r}")
        return json.dumps({"value": value(quantity, digits=int(digits), **json.loads(inputs)).text(mode)})
    except DplemmaError as error:
        return json.dumps({"error": str(error)})
certified
`;

async function archive(python, name, format) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  python.unpackArchive(await response.arrayBuffer(), format);
}

async function start() {
  postMessage({ progress: "Loading Python and Arb (about 20 MB, once) ..." });
  const contents = await (await fetch(new URL("./pyodide/contents.json", import.meta.url))).json();
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  for (const name of contents.wheels) await archive(python, `./pyodide/${name}`, "wheel");
  postMessage({ progress: "Computing ..." });
  return python.runPython(PYTHON);
}

let ready = null;
onmessage = async (event) => {
  const { number, quantity, inputs, digits, round } = event.data;
  try {
    ready ??= start();
    const certified = await ready;
    postMessage({ number, ...JSON.parse(certified(quantity, JSON.stringify(inputs), digits, round)) });
  } catch (error) {
    ready = null;
    postMessage({ number, error: String(error.message || error).trim().split("\n").pop() });
  }
};
