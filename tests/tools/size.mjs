/**
 * Weighs the first load: the page, its scripts and styles and all they import at once, compressed as a host would send
 * them. Chunks and workers that load later are listed, not counted.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 250;
const dist = new URL('../../dist/', import.meta.url).pathname;

/** @param {string} path */
const compressed = (path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

/** @param {string} path @returns {string[]} paths of what a script imports before it runs */
function importsOf(path) {
  const text = readFileSync(join(dist, path), 'utf8');
  const pattern = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{},\s]+\s*from\s*)?["'](\.[^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => posix.join(dirname(path), match[1] ?? ''));
}

/** @returns {Set<string>} */
function firstLoad() {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const linked = [...page.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  const found = new Set(['index.html']);
  const queue = [...linked];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (path.endsWith('.js')) queue.push(...importsOf(path));
  }
  return found;
}

/** @param {number} bytes */
const kb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

if (!existsSync(join(dist, 'index.html'))) {
  console.error('There is no build to weigh: run npm run build first.');
  process.exit(1);
}
const first = firstLoad();
const later = readdirSync(join(dist, 'assets'))
  .map((name) => `assets/${name}`)
  .filter((path) => !first.has(path) && /\.(js|css)$/.test(path));
let total = 0;
console.log('First load, compressed:');
for (const path of first) {
  const size = compressed(path);
  total += size;
  console.log(`${kb(size)}  ${path}`);
}
console.log(`${kb(total)}  together, of ${BUDGET_KB} kB`);
console.log('Later, when needed:');
for (const path of later) console.log(`${kb(compressed(path))}  ${path}`);
if (first.size < 3) {
  console.error('The page names no script or no style: the list above cannot be right.');
  process.exit(1);
}
if (total > BUDGET_KB * 1000) {
  console.error(`The first load is over its budget of ${BUDGET_KB} kB.`);
  process.exit(1);
}
