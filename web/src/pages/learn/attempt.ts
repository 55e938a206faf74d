// A learner's answers to one step: what was touched, what is said to it, whether it is solved.
import type { Clause, LessonStep } from '../../lib/types';

export interface Attempt {
  picked: string[]; // cards chosen so far, in their order
  solved: boolean;
  reply: string; // to the last answer; empty before the first
  clause: Clause | null; // the rule that forbids what was tried
}

export const untouched: Attempt = { picked: [], solved: false, reply: '', clause: null };

/** A card, a number or a call was touched. */
export function touch(step: LessonStep, attempt: Attempt, value: string): Attempt {
  if (attempt.solved) return attempt;
  switch (step.ask) {
    case 'pick':
      return { ...attempt, picked: toggled(attempt.picked, value), reply: '', clause: null };
    case 'order':
      return inOrder(step, attempt, value);
    default:
      return judged(step, attempt, value);
  }
}

/** What was picked is all that there is, says the learner. */
export function confirm(step: LessonStep, attempt: Attempt): Attempt {
  const wrong = attempt.picked.find((value) => !step.right.includes(value));
  if (wrong !== undefined) return judged(step, attempt, wrong);
  const missing = step.right.some((value) => !attempt.picked.includes(value));
  if (missing) return { ...attempt, reply: step.missing, clause: null };
  return { ...attempt, solved: true, reply: '', clause: null };
}

function judged(step: LessonStep, attempt: Attempt, value: string): Attempt {
  const choice = step.choices.find((each) => each.value === value);
  if (!choice) return attempt;
  const picked = choice.right ? [value] : attempt.picked;
  return { picked, solved: choice.right, reply: choice.reply, clause: choice.clause };
}

function inOrder(step: LessonStep, attempt: Attempt, value: string): Attempt {
  if (attempt.picked.includes(value)) return attempt;
  if (step.right[attempt.picked.length] !== value) {
    const reply = step.choices.find((each) => each.value === value)?.reply ?? '';
    return { ...attempt, reply, clause: null };
  }
  const picked = [...attempt.picked, value];
  return { picked, solved: picked.length === step.right.length, reply: '', clause: null };
}

function toggled(values: string[], value: string): string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
