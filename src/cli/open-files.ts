/** Opens inputs as often as they are read. Standard input comes only once, so it is spooled and kept until the end. */
import type { OpenFile } from './file-source';
import { openFile } from './file-source';
import type { Input } from './inputs';
import { spool } from './spool';

export class OpenFiles {
  readonly #stdin: AsyncIterable<Uint8Array>;
  #spooled: Promise<OpenFile> | null = null;

  constructor(stdin: AsyncIterable<Uint8Array>) {
    this.#stdin = stdin;
  }

  async open(
    input: Pick<Input, 'name'> & ({ kind: 'stdin' } | { kind: 'file'; path: string }),
  ): Promise<OpenFile> {
    if (input.kind === 'file') return await openFile(input.name, input.path);
    this.#spooled ??= spool(input.name, this.#stdin);
    const { source, taken } = await this.#spooled;
    const before = taken();
    return { source, taken: () => taken() - before, close: () => Promise.resolve() };
  }

  async close(): Promise<void> {
    const spooled = this.#spooled;
    this.#spooled = null;
    // One that failed to be spooled has been told of where it was opened.
    await spooled?.then(
      (file) => file.close(),
      () => undefined,
    );
  }
}
