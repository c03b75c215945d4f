/** What a screen reader is told beside what it reads: the latest sentence. Drawing it is `views/shared/Announcer`. */
export interface Announcement {
  /** Grows with every sentence, so that the same words can be said twice. */
  readonly number: number;
  readonly text: string;
}

export class Announcer {
  #latest = $state.raw<Announcement>({ number: 0, text: '' });

  get latest(): Announcement {
    return this.#latest;
  }

  say(text: string): void {
    this.#latest = { number: this.#latest.number + 1, text };
  }
}
