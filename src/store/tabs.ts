/** What the tabs of one browser tell each other: that the stored library has changed. What changed, each looks up itself. */
export interface Tabs {
  /** Tells the others. */
  changed(): void;
  /** Hears the others. */
  listen(changed: () => void): void;
  close(): void;
}

export function browserTabs(): Tabs {
  const channel = new BroadcastChannel('wirescope-library');
  return {
    changed: () => channel.postMessage('changed'),
    listen(changed) {
      channel.onmessage = () => changed();
    },
    close: () => channel.close(),
  };
}
