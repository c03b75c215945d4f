/**
 * What any tool that reads the format must at least pay: one worker that streams the file, decodes it, splits it and calls
 * `JSON.parse` on every record. Everything in the bench is measured against it, in the same run.
 */

/** The worker's text. `inflate` first, for a compressed file. */
const WORKER = `
onmessage = async ({ data: { file, gzip } }) => {
  const started = performance.now();
  let records = 0;
  const stream = gzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let pieces = [];
  const take = (line) => {
    if (line === '') return;
    JSON.parse(line);
    records += 1;
  };
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const text = decoder.decode(step.value, { stream: true });
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
    ({ text, gzip: compressed }) => {
      const input = document.querySelector('#bench-file');
      if (!(input instanceof HTMLInputElement)) throw new Error('no input');
      const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          worker.terminate();
          input.remove();
          resolve(data);
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({ file: input.files?.[0], gzip: compressed });
      });
    },
    { text: WORKER, gzip },
  );
}
