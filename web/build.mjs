// Builds what the wheel carries: one ES module per entry, into the folder that the service serves; and the
// card for hosts of MCP Apps as one page, because nothing else can be loaded there.
import { build } from "esbuild";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const OUT = new URL("../src/askline/doors/http/static/", import.meta.url);
const ENTRIES = {
  "askline-account": "src/hub/account.ts",
  "askline-account-de": "src/hub/account-de.ts",
  "askline-admin": "src/admin/index.ts",
  "askline-admin-de": "src/admin/de.ts",
  "askline-card": "src/card.ts",
  "askline-de": "src/de.ts",
  "askline-embed": "src/embed/embed.ts",
  "askline-hub": "src/hub/hub.ts",
  "askline-hub-de": "src/hub/de.ts",
  "askline-inbox": "src/inbox/index.ts",
  "askline-inbox-de": "src/inbox/de.ts",
  "askline-stats": "src/stats/stats.ts",
  "askline-stats-de": "src/stats/de.ts",
};

const LATER = { "askline-around": "src/around/index.ts", "askline-operations": "src/operations/index.ts", "askline-settings": "src/settings/index.ts" };

/** A file of its own beside the others: a page that has the card already does not load it twice. */
const APART = ["./askline-card.js"];

/** Style sheets and markup are template literals; their spaces are worth a kilobyte. */
const leanTemplates = {
  name: "lean-templates",
  setup(building) {
    building.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8")
        .replace(/css`([^`]*)`/g, (_, sheet) => `css\`${lean(sheet)}\``)
        // Only the line breaks between two pieces of markup, which no TypeScript has.
        .replace(/([>}])\s*\n\s*(?=<\/?[a-z]|\$\{)/g, "$1"),
    }));
  },
};

function lean(sheet) {
  return sheet
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>]) ?/g, "$1")
    .replace(/: /g, ":")
    .replaceAll(";}", "}")
    .replace(/\b0\./g, ".")
    .trim();
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const OPTIONS = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  tsconfig: "tsconfig.json",
  logLevel: "warning",
  plugins: [leanTemplates],
  external: APART,
};

async function buildPage() {
  const built = await build({ ...OPTIONS, entryPoints: ["src/app.ts"], format: "iife", write: false });
  const page = readFileSync(new URL("src/app.html", import.meta.url), "utf8").trim();
  // Not as a pattern's replacement, in which `$` would mean something.
  const [head, tail] = page.split("SCRIPT");
  writeFileSync(new URL("askline-app.html", OUT), head + built.outputFiles[0].text.trim() + tail);
}

/** A page that comes later takes what it shares with the inbox from the inbox, and brings only its own. */
const fromInbox = {
  name: "from-inbox",
  setup(building) {
    building.onResolve({ filter: /inbox\/shared$/ }, () => ({ path: "./askline-inbox.js", external: true }));
  },
};

await build({ ...OPTIONS, entryPoints: ENTRIES, outdir: OUT.pathname });
await build({ ...OPTIONS, entryPoints: LATER, outdir: OUT.pathname, plugins: [leanTemplates, fromInbox] });
await buildPage();
const FILES = [...Object.keys({ ...ENTRIES, ...LATER }).map((name) => [name, `${name}.js`]), ["askline-app", "askline-app.html"]];
const sizes = Object.fromEntries(
  FILES.map(([name, file]) => [name, gzipSync(readFileSync(new URL(file, OUT)), { level: 9 }).length]),
);
writeFileSync(new URL("sizes.json", OUT), JSON.stringify(sizes, null, 2) + "\n");
for (const [name, file] of FILES) console.log(`${file} ${sizes[name]} bytes gz`);
