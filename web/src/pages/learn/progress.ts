// How far this browser has come with each lesson.

export interface LessonProgress {
  step: number; // where to go on, from 0
  done: boolean; // once finished, always
}
export type Progress = Record<string, LessonProgress>;

const KEY = 'rebelote.lessons';
/** With so many lessons one can play. */
export const FIRST_LESSONS = 6;

export function readProgress(): Progress {
  try {
    return cleaned(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

export function cleaned(stored: unknown): Progress {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  const kept: Progress = {};
  for (const [id, value] of Object.entries(stored as Record<string, Partial<LessonProgress> | null>)) {
    const step = value?.step;
    if (typeof step !== 'number' || !Number.isInteger(step) || step < 0) continue;
    kept[id] = { step, done: value?.done === true };
  }
  return kept;
}

/** The learner has solved so many steps of the lesson. */
export function withSolved(progress: Progress, id: string, solved: number, length: number): Progress {
  const finished = solved >= length;
  const done = finished || (progress[id]?.done ?? false);
  return { ...progress, [id]: { step: finished ? 0 : solved, done } };
}

export function keepProgress(progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Then it lasts as long as the page.
  }
}

/** The first lesson that is not finished. */
export function nextLesson<Lesson extends { id: string }>(
  lessons: Lesson[],
  progress: Progress,
): Lesson | null {
  return lessons.find(({ id }) => !progress[id]?.done) ?? null;
}

/** What comes after a lesson: the one it names; after the last, the first that is not finished. */
export function lessonAfter<Lesson extends { id: string }>(
  lessons: Lesson[],
  named: string | null,
  progress: Progress,
): Lesson | null {
  return lessons.find(({ id }) => id === named) ?? nextLesson(lessons, progress);
}
