// Which of its three drawings a card shows, by its width in pixels. One observer watches all cards.

export type OpticalSize = 'grand' | 'courant' | 'petit';

const GRAND = 120;
const PETIT = 60;

export function opticalSize(width: number): OpticalSize {
  if (width >= GRAND) return 'grand';
  return width > 0 && width < PETIT ? 'petit' : 'courant';
}

const watched = new WeakMap<Element, (width: number) => void>();
let observer: ResizeObserver | null = null;

/** Calls back with the element's width, now and whenever it changes, until the returned function is called. */
export function watchWidth(element: Element, tell: (width: number) => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) watched.get(target)?.(contentRect.width);
  });
  watched.set(element, tell);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
