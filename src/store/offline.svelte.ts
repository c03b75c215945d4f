/** Whether the app opens without a network, and whether a newer version waits. Told from outside; see `main.ts`. */
export type OfflineState =
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'update' }
  | { readonly kind: 'failed'; readonly message: string };

export class Offline {
  #state = $state.raw<OfflineState>({ kind: 'unsupported' });
  #update: () => void = () => undefined;

  get state(): OfflineState {
    return this.#state;
  }

  become(state: OfflineState, update: () => void): void {
    this.#state = state;
    this.#update = update;
  }

  /** Starts the version that waits; the page reloads. */
  update(): void {
    this.#update();
  }
}
