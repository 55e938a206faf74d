// The address bar as state. Links are plain <a href>: clicks on those of this site are followed without a reload.
import { base } from './base';
import { routeOf, type Route } from './routes';

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  route: Route = $derived(routeOf(this.path));

  constructor() {
    addEventListener('popstate', () => this.#read());
    addEventListener('click', (event) => this.#follow(event));
  }

  go(to: string, options: { replace?: boolean } = {}): void {
    const from = this.path;
    if (options.replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.#read();
    if (this.path !== from) scrollTo(0, 0);
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
    this.go(to.pathname + to.search + to.hash);
  }
}

export const router = new Router();
