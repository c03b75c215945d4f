/** How components reach the stores: `useApp()` anywhere below the root. */
import { createContext } from 'svelte';
import type { App } from '../../store/app.svelte';

export const [useApp, provideApp] = createContext<App>();
