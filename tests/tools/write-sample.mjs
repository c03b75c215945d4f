/** Writes the sample run of the app from its generator: `npm run sample`. A test holds the two together. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

/** @type {{ module: { demoRun: () => string } }} */
const { module } = await runnerImport(new URL('../samples/demo-run.ts', import.meta.url).pathname, {
  configFile: false,
  logLevel: 'warn',
});
const file = new URL('../../public/sample/traces.jsonl', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
const text = module.demoRun();
writeFileSync(file, text);
console.log(
  `public/sample/traces.jsonl: ${text.trimEnd().split('\n').length} episodes, ${Buffer.byteLength(text)} bytes`,
);
