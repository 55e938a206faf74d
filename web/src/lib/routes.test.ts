import { expect, test } from 'vitest';
import { paths, routeOf } from './routes';

test('every path leads to its page', () => {
  expect(routeOf(paths.home)).toEqual({ page: 'home' });
  expect(routeOf(paths.rules)).toEqual({ page: 'rules' });
  expect(routeOf(paths.ruleset('ffb-belote'))).toEqual({ page: 'ruleset', id: 'ffb-belote' });
  expect(routeOf(paths.house)).toEqual({ page: 'house' });
  expect(routeOf(paths.table('a b'))).toEqual({ page: 'table', id: 'a b' });
  expect(routeOf(paths.tableRules('x'))).toEqual({ page: 'table-rules', id: 'x' });
  expect(routeOf(paths.match('x'))).toEqual({ page: 'match', id: 'x' });
  expect(routeOf(paths.history)).toEqual({ page: 'history' });
  expect(routeOf(paths.settings)).toEqual({ page: 'settings' });
  expect(routeOf(paths.learn)).toEqual({ page: 'learn', id: null });
  expect(routeOf(paths.lesson('couper'))).toEqual({ page: 'learn', id: 'couper' });
  expect(routeOf(paths.help)).toEqual({ page: 'help' });
});

test('a trailing slash is no other page', () => {
  expect(routeOf('/regles/')).toEqual({ page: 'rules' });
});

test.each(['/x', '/t', '/m', '/t/a/b', '/t/a/regles/b', '/regles/a/b', '/t/%E0'])(
  '%s is nowhere or harmless',
  (path) => {
    expect(['not-found', 'table']).toContain(routeOf(path).page);
  },
);
