/** What a screen reader is told beside what it reads: the latest sentence. Drawing it is `views/shared/Announcer`. */
export interface Announcement {
  /** Grows with every sentence, so that the same words can be said twice. */
  readonly number: number;
  readonly text: string;
}

export class Announcer {
  #latest = $state.raw<Announcement>({ number: 0, text: '' });
  /** Not state: an effect that says something must not depend on what was said before, or it would run for ever. */
  #count = 0;

  get latest(): Announcement {
    return this.#latest;
  }

  say(text: string): void {
    this.#count += 1;
    this.#latest = { number: this.#count, text };
  }
}
