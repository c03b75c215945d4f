/** Mounts the app and registers the offline worker; nothing else. */
import { mount } from 'svelte';
import './app.css';
import { registerOffline } from './offline/register';
import { browserTextStore } from './storage/settings';
import { App as Stores } from './store/app.svelte';
import App from './views/App.svelte';
import { browserAddress } from './views/shared/browser-address';

const app = new Stores({
  address: browserAddress(window),
  settings: browserTextStore(),
  home: new URL('./', document.baseURI).href,
});

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for the app');
mount(App, { target, props: { app } });

// The development server has no build list, and a worker that answers from a cache would only confuse it.
if (import.meta.env.PROD) {
  const offline = registerOffline(navigator.serviceWorker, new URL('./sw.js', document.baseURI), () =>
    location.reload(),
  );
  offline.subscribe((state) => app.offline.become(state, () => offline.update()));
}
