/** Takes README's picture of the build in `dist`: `npm run picture`. */
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.mjs';
import { startServer } from './static-server.mjs';

const root = new URL('../..', import.meta.url).pathname;
const server = await startServer({ folder: `${root}dist/` });
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...args, '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
await page.goto(server.url);
await page.getByRole('button', { name: 'Open the sample run' }).click();
await page.getByRole('button', { name: 'all 24 records read' }).waitFor();
for (let row = 0; row < 3; row += 1) await page.keyboard.press('j');
await page.mouse.move(0, 0);
await page.getByText('Last reply').first().waitFor();
mkdirSync(`${root}docs`, { recursive: true });
await page.screenshot({ path: `${root}docs/run.png`, animations: 'disabled' });
await browser.close();
await server.close();
