// Does the committed build equal a fresh build of the source?
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

const committed = resolve(import.meta.dirname, "../../crates/forcedual-studio/dist");
const fresh = mkdtempSync(join(tmpdir(), "forcedual-dist-"));
const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()).map((f) => relative(folder, join(f.parentPath, f.name))).sort();
try {
  execFileSync("npx", ["vite", "build", "--logLevel", "error"], { cwd: resolve(import.meta.dirname, ".."), stdio: "inherit", env: { ...process.env, STUDIO_DIST: fresh } });
  const names = new Set([...files(committed), ...files(fresh)]);
  const differ = [...names].filter((name) => {
    try {
      return !readFileSync(join(committed, name)).equals(readFileSync(join(fresh, name)));
    } catch {
      return true;
    }
  });
  if (differ.length > 0) {
    console.error(`The committed page is not what its source builds: ${differ.join(", ")}. Run \`npm run build\` in web/ and commit.`);
    process.exit(1);
  }
  console.log(`The committed page equals a fresh build: ${names.size} files.`);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
