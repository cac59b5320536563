// Reads lines of JSON, [name, LaTeX], and prints those that KaTeX does not take, with its complaint. First argument: katex.mjs.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: katex } = await import(pathToFileURL(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  const [name, latex] = JSON.parse(line);
  try {
    katex.renderToString(latex, { displayMode: true, strict: "error", throwOnError: true });
  } catch (error) {
    console.log(JSON.stringify([name, error.message]));
  }
}
