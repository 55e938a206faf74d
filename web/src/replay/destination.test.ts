import { expect, test } from 'vitest';
import { destinationOf, mailAddress } from './destination';

test('an owner gives a mail address, the address of a page, or nothing', () => {
  expect(destinationOf('club@example.org')).toEqual({ kind: 'mail', to: 'club@example.org' });
  expect(destinationOf('https://example.org/issues/new')).toEqual({
    kind: 'page',
    to: 'https://example.org/issues/new',
    host: 'example.org',
  });
  expect(destinationOf('')).toEqual({ kind: 'file' });
  expect(destinationOf('rebelote-report-to')).toEqual({ kind: 'file' }); // vite's own server writes nothing
});

test('a mail has the first line as its subject, and is never too long', () => {
  const mail = mailAddress('a@b.fr', `un coup & moi\n${'x'.repeat(5000)}`);
  expect(mail.startsWith('mailto:a@b.fr?subject=un%20coup%20%26%20moi&body=xxx')).toBe(true);
  expect(mail.length).toBeLessThan(2000);
});
