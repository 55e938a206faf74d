import { expect, test } from 'vitest';
import { cleaned, lessonAfter, nextLesson, withSolved } from './progress';

test('a lesson goes on where it was left', () => {
  expect(withSolved({}, 'a', 2, 5)).toEqual({ a: { step: 2, done: false } });
});

test('a finished lesson stays finished when it is taken again', () => {
  const finished = withSolved({}, 'a', 5, 5);
  expect(finished).toEqual({ a: { step: 0, done: true } });
  expect(withSolved(finished, 'a', 1, 5)).toEqual({ a: { step: 1, done: true } });
});

test('what makes no sense is forgotten', () => {
  expect(cleaned([1])).toEqual({});
  expect(cleaned({ a: null, b: { step: -1 }, c: { step: 1, done: 'yes' } })).toEqual({
    c: { step: 1, done: false },
  });
});

test('the next lesson is the first that is not finished', () => {
  const lessons = [{ id: 'a' }, { id: 'b' }];
  expect(nextLesson(lessons, {})?.id).toBe('a');
  expect(nextLesson(lessons, { a: { step: 0, done: true }, b: { step: 2, done: false } })?.id).toBe('b');
  expect(nextLesson(lessons, { a: { step: 0, done: true }, b: { step: 0, done: true } })).toBeNull();
});

test('after the last lesson comes what was left out before; nothing, when all is finished', () => {
  const lessons = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const done = { step: 0, done: true };
  expect(lessonAfter(lessons, 'b', {})?.id).toBe('b');
  expect(lessonAfter(lessons, null, { a: done, c: done })?.id).toBe('b');
  expect(lessonAfter(lessons, null, { a: done, b: done, c: done })).toBeNull();
});
