// Values as the page computes them. Arguments: folder of the interpreter in a site. Lines of JSON, [quantity, inputs, digits].
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const name of JSON.parse(readFileSync(`${folder}/contents.json`, "utf8")).wheels) python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}`)), "wheel");
const certified = python.runPython(`
import json
from dplemma.values.certified import value
lambda name, inputs, digits: str(value(name, digits=digits, **json.loads(inputs)))
`);
for await (const line of createInterface({ input: process.stdin })) {
  const [quantity, inputs, digits] = JSON.parse(line);
  console.log(JSON.stringify([quantity, certified(quantity, JSON.stringify(inputs), digits)]));
}
