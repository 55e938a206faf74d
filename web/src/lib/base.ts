// Where the site begins: "/", or "/belote/" behind a proxy that has other things at its root. The server writes it into
// index.html (src/rebelote/server/static_page.py); vite's own server leaves the "./" that is written there.

export function baseOf(written: string | null | undefined): string {
  return written?.startsWith('/') ? written : '/';
}

const meta = typeof document === 'undefined' ? null : document.querySelector('meta[name="rebelote-base"]');

export const base = baseOf(meta?.getAttribute('content'));

/** An address of the site without its base: begins with a slash. */
export function withoutBase(path: string, begins: string = base): string {
  if (path === begins.slice(0, -1)) return '/';
  return path.startsWith(begins) ? path.slice(begins.length - 1) : path;
}
