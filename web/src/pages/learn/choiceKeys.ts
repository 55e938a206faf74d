// The keyboard in a lesson: arrows go from answer to answer, digits touch one; Enter is the browser's.

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function pressChoice(event: KeyboardEvent, root: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const choices = [...root.querySelectorAll<HTMLElement>('[data-choice]:enabled')];
  const step = STEPS[event.key];
  if (step !== undefined && choices.length > 0) {
    const here = choices.indexOf(document.activeElement as HTMLElement);
    const next =
      here < 0 ? (step > 0 ? 0 : choices.length - 1) : (here + step + choices.length) % choices.length;
    choices[next]?.focus();
    event.preventDefault();
  } else if (/^[1-9]$/.test(event.key)) {
    choices[Number(event.key) - 1]?.click();
  }
}
