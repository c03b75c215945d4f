/**
 * What went, or tried to go, anywhere but to the app's own files. It counts what it is told and judges addresses;
 * watching the page is `views/shared/watch-requests.ts`.
 */
export class Outside {
  /** Scheme, host and folder of the app, ending in `/`. */
  readonly #home: string;
  #requests = $state.raw<readonly string[]>([]);
  #refused = $state.raw<readonly string[]>([]);

  constructor(home: string) {
    this.#home = home;
  }

  /** Addresses outside the app that were asked for. There should never be one. */
  get requests(): readonly string[] {
    return this.#requests;
  }
  /** Addresses that the content policy kept from being asked. */
  get refused(): readonly string[] {
    return this.#refused;
  }

  saw(address: string): void {
    if (address.startsWith(this.#home) || /^(blob|data):/.test(address)) return;
    this.#requests = [...this.#requests, address];
  }

  refuse(address: string): void {
    this.#refused = [...this.#refused, address];
  }
}
