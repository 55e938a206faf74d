/** When the page changes, the reader's cursor goes to the new page's heading. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
