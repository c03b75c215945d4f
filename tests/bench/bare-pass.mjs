/**
 * What any tool that reads the format must at least pay: one worker that streams the file, decodes it, splits it and calls
 * `JSON.parse` on every record. Everything in the bench is measured against it, in the same run.
 */
import { readFileSync } from 'node:fs';

/** Gives the file as it is, in the browser's own pieces. */
const PLAIN = `
async function* chunksOf(file) {
  const reader = file.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}`;

/** Decompresses with the library that Wirescope uses. */
const GZIP = `
async function* chunksOf(file) {
  const out = [];
  const inflate = new Gunzip((chunk) => out.push(chunk));
  const reader = file.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    inflate.push(step.value);
    yield* out.splice(0);
  }
  inflate.push(new Uint8Array(0), true);
  yield* out;
}`;

const PASS = `
onmessage = async ({ data: file }) => {
  const started = performance.now();
  let records = 0;
  const decoder = new TextDecoder();
  let pieces = [];
  const take = (line) => {
    if (line === '') return;
    JSON.parse(line);
    records += 1;
  };
  for await (const chunk of chunksOf(file)) {
    const text = decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let at = text.indexOf('\\n'); at !== -1; at = text.indexOf('\\n', from)) {
      pieces.push(text.slice(from, at));
      take(pieces.length === 1 ? pieces[0] : pieces.join(''));
      pieces = [];
      from = at + 1;
    }
    if (from < text.length) pieces.push(text.slice(from));
  }
  take(pieces.join(''));
  postMessage({ milliseconds: performance.now() - started, records });
};`;

const fflate = new URL('../../node_modules/fflate/esm/browser.js', import.meta.url);

/**
 * @param {import('@playwright/test').Page} page any page of the app's origin
 * @param {string} path
 * @param {{ gzip?: boolean }} [options]
 * @returns {Promise<{ milliseconds: number, records: number }>}
 */
export async function barePass(page, path, { gzip = false } = {}) {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'bench-file';
    document.body.append(input);
  });
  await page.locator('#bench-file').setInputFiles(path);
  return page.evaluate(
    (text) => {
      const input = document.querySelector('#bench-file');
      if (!(input instanceof HTMLInputElement)) throw new Error('no input');
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), {
        type: 'module',
      });
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          worker.terminate();
          input.remove();
          resolve(data);
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(input.files?.[0]);
      });
    },
    gzip ? readFileSync(fflate, 'utf8') + GZIP + PASS : PLAIN + PASS,
  );
}
