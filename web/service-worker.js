// Opens the site without a network. `npm run build` writes the list of files and their digest into it
// (serviceWorkerPlugin.ts). The API and the live connections are never touched: nothing of theirs is kept here.

const FILES = ['__FILES__'];
const LATER = ['__LATER__']; // of pages that are fetched when they are opened, and kept from then on
const VERSION = '__VERSION__';

const SCOPE = self.registration.scope; // where the site begins, with its slash
const CACHE = `rebelote ${new URL(SCOPE).pathname} ${VERSION}`;
const NETWORK_WITHIN = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOthers(), self.clients.claim()]));
});

// The page asks for it when the reader has pressed «Mettre à jour».
self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(SCOPE)) return;
  const path = new URL(request.url).pathname.slice(new URL(SCOPE).pathname.length);
  if (/^(api|docs)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(path) || LATER.includes(path)) event.respondWith(file(request, path));
});

async function fill() {
  const cache = await caches.open(CACHE);
  const wanted = ['', ...FILES].map((path) => {
    // What has its digest in its name may come from the browser's own cache.
    return new Request(SCOPE + path, { cache: path.startsWith('assets/') ? 'default' : 'no-cache' });
  });
  await cache.addAll(wanted);
}

/** Caches of older versions of this site; another site of this origin keeps its own. */
async function dropOthers() {
  const ours = CACHE.slice(0, -VERSION.length);
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(ours) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** The newest page where there is a network, the kept one where there is none or it takes too long. */
async function page(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(SCOPE);
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), NETWORK_WITHIN));
  const fresh = fetch(request).catch(() => kept);
  return Promise.race([fresh, late]);
}

async function file(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(SCOPE + path);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(SCOPE + path, fresh.clone());
  return fresh;
}
