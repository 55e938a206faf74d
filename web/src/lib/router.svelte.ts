// The address bar as state. Links are plain <a href>: clicks on those of this site are followed without a reload.
import { base } from './base';
import { routeOf, type Route } from './routes';

/** May one go away from here? If not at once, `proceed` goes there after all. */
export type Guard = (proceed: () => void) => boolean;

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  route: Route = $derived(routeOf(this.path));
  guard: Guard | null = null;

  constructor() {
    addEventListener('popstate', () => this.#wentBack());
    addEventListener('click', (event) => this.#follow(event));
  }

  go(to: string, options: { replace?: boolean } = {}): void {
    const from = this.path;
    if (options.replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.#read();
    if (this.path !== from) scrollTo(0, 0);
  }

  /** The browser has gone already: while the question is open, the address is that of the page that is shown. */
  #wentBack(): void {
    const to = location.pathname + location.search + location.hash;
    if (location.pathname === this.path || this.#mayGo(to)) this.#read();
    else history.pushState(null, '', this.path + this.search + this.hash);
  }

  #mayGo(to: string): boolean {
    const proceed = () => {
      this.guard = null;
      this.go(to);
    };
    return this.guard === null || this.guard(proceed);
  }

  #read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || !link.href || link.target || link.hasAttribute('download')) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || !to.pathname.startsWith(base)) return;
    if (/^(api|docs)\//.test(to.pathname.slice(base.length))) return;
    if (to.pathname === location.pathname && to.hash) return;
    event.preventDefault();
    const address = to.pathname + to.search + to.hash;
    if (to.pathname === this.path || this.#mayGo(address)) this.go(address);
  }
}

export const router = new Router();
