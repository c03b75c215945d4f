/** README's first command, without the build: the server that it starts serves the app and says where. */
import { spawn } from 'node:child_process';
import { expect, test } from './fixtures';
import { openSample } from './openings';

test('the start server prints an address, and the app opens there', async ({ browser }) => {
  const server = spawn('npm', ['run', '--silent', 'preview', '--', '--port', '0'], {
    cwd: new URL('../..', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
    detached: true,
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let told = '';
      server.stdout.on('data', (chunk: Buffer) => {
        told += chunk.toString();
        const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(told)?.[0];
        if (address !== undefined) resolve(address);
      });
      server.on('exit', () => {
        reject(new Error(`the server ended: ${told}`));
      });
    });
    const page = await browser.newPage();
    await openSample(page, url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample run');
    await page.close();
  } finally {
    // npm starts a shell that starts the server: all of them.
    if (server.pid !== undefined) process.kill(-server.pid);
  }
});
