// The site as an application: opens without a network, and tells when there is a newer version of it. The newer one
// takes over when the reader asks for it, or when no page of the site is open any more.
import { api } from './api';
import { base } from './base';
import { settings } from './settings.svelte';

const READ = 'rebelote.read-for-offline';

class AppVersion {
  newer = $state(false); // a newer version waits
  online = $state(navigator.onLine);
  #waiting: ServiceWorker | null = null;

  constructor() {
    addEventListener('online', () => (this.online = true));
    addEventListener('offline', () => (this.online = false));
  }

  /** Once, after the page has opened. Browsers offer it to secure pages only. */
  async start(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker
      .register(`${base}sw.js`, { scope: base })
      .catch(() => null);
    if (!registration) return;
    this.#watch(registration);
    registration.addEventListener('updatefound', () => this.#watch(registration));
    await navigator.serviceWorker.ready;
    await readForOffline().catch(() => {}); // no network: another time
  }

  #watch(registration: ServiceWorkerRegistration): void {
    this.#offer(registration.waiting);
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') this.#offer(coming);
    });
  }

  /** The first one ever replaces nothing. */
  #offer(worker: ServiceWorker | null): void {
    if (!worker || !navigator.serviceWorker.controller) return;
    this.#waiting = worker;
    this.newer = true;
  }

  /** Take the newer version: the page opens anew. */
  update(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.#waiting?.postMessage('activate');
  }
}

/** The rules of all games in this language, once a version, so that they can be read without a network. */
async function readForOffline(): Promise<void> {
  const version = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  const wanted = `${version} ${settings.lang}`;
  if (localStorage.getItem(READ) === wanted) return;
  const ask = api();
  const [games] = await Promise.all([ask.rules(), ask.bots()]);
  for (const { id } of games) await ask.ruleset(id);
  localStorage.setItem(READ, wanted);
}

export const appVersion = new AppVersion();
