import { expect, test } from 'vitest';
import { isThisMachineOnly } from './nearby';

test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'belote.localhost'])(
  '%s is for this machine',
  (host) => {
    expect(isThisMachineOnly(host)).toBe(true);
  },
);

test.each(['192.168.1.20', 'belote.example', '10.0.0.127', '127.example.org'])(
  '%s is for others too',
  (host) => {
    expect(isThisMachineOnly(host)).toBe(false);
  },
);
