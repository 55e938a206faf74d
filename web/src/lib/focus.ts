// When the page changes, the reader's cursor goes to the new page's heading. What a page loads first may bring the
// heading later, and then it goes there, unless the reader has gone somewhere else meanwhile.
let arriving = false;

export function focusHeading(): void {
  arriving = true;
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]');
  (heading ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}

/** An attachment for the page's h1. */
export function heading(h1: HTMLElement): void {
  h1.tabIndex = -1;
  if (!arriving) return;
  const here = document.activeElement;
  if (here === null || here === document.body || here.matches('main, h1')) h1.focus({ preventScroll: true });
  else arriving = false;
}
