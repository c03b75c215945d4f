/** What happened and should be known, until it is dismissed. It refuses to know why it is told. */
import type { RunKey } from '../model/ids';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'warning';
  readonly text: string;
  /** The run it is about, when there still is one. */
  readonly run: RunKey | null;
}

export class Notices {
  #list = $state.raw<readonly Notice[]>([]);
  #told = 0;

  get list(): readonly Notice[] {
    return this.#list;
  }

  /** A sentence that is already there is not said twice. */
  tell(tone: Notice['tone'], text: string, run: RunKey | null = null): void {
    const others = this.#list.filter((notice) => notice.text !== text || notice.run !== run);
    this.#told += 1;
    this.#list = [...others, { id: this.#told, tone, text, run }];
  }

  dismiss(id: number): void {
    this.#list = this.#list.filter((notice) => notice.id !== id);
  }
}
