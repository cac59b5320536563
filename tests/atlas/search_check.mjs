// Searches as the page does. Arguments: search.js, search-data.js. Lines of JSON, [query, filters], each answered by the ids found.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

globalThis.window = globalThis;
for (const file of process.argv.slice(2, 4)) runInThisContext(readFileSync(file, "utf8"), { filename: file });
const data = atlasSearch.prepared(window.ATLAS_SEARCH);
for await (const line of createInterface({ input: process.stdin })) {
  const [query, filters] = JSON.parse(line);
  console.log(JSON.stringify(atlasSearch.search(data, query, filters).map((entry) => entry.i)));
}
