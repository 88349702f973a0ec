import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstAddress, listAddresses } from '#src/platform/addresses/server-addresses.ts';

it.each([
  ['postgres://h/db', ['postgres://h/db']],
  ['postgres://u:p@a:1,b/db?x=1,2', ['postgres://u:p@a:1/db?x=1,2', 'postgres://u:p@b/db?x=1,2']],
  ['postgres://u:p,q@a,[::1]:2/d,b', ['postgres://u:p,q@a/d,b', 'postgres://u:p,q@[::1]:2/d,b']],
  ['postgres://u:p@p@a,b/db', ['postgres://u:p@p@a/db', 'postgres://u:p@p@b/db']],
  ['redis://a,b', ['redis://a', 'redis://b']],
  ['a,b', ['a,b']],
  ['', ['']],
])('listAddresses splits an address into one address per server: %s', (text, addresses) => {
  expect(listAddresses(text)).toEqual(addresses);
  expect(firstAddress(text)).toBe(addresses[0]);
});

it('listAddresses keeps the credentials, the database and the options for each server', () => {
  const host = fc.domain();
  const secret = fc.string().map(encodeURIComponent);
  fc.assert(
    fc.property(fc.array(host, { minLength: 1 }), secret, (hosts, password) => {
      const found = listAddresses(`postgres://user:${password}@${hosts.join(',')}/name?sslmode=require`);
      expect(found.map((address) => new URL(address))).toEqual(
        hosts.map((name) => new URL(`postgres://user:${password}@${name}/name?sslmode=require`)),
      );
    }),
  );
});
