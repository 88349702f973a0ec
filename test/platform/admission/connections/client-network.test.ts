import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork, siteNetwork } from '#src/platform/admission/connections/client-network.ts';

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:8080', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['unknown', 'unknown'],
    ['192.0.2.256', 'unknown'],
    ['_hidden', 'unknown'],
    ['1::2::3', 'unknown'],
  ])('maps %s to %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it('returns the same network for every address of a /64 in any notation, and another outside it', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = fc.array(group, { minLength: 4, maxLength: 4 });
    const write = (all: number[]) => all.map((each) => each.toString(16)).join(':');
    fc.assert(
      fc.property(groups, groups, groups, group, (network, one, other, changed) => {
        const addresses = [one, other].map((host) => write([...network, ...host]));
        const short = new URL(`http://[${addresses[0]}]`).hostname.slice(1, -1);
        expect(isIPv6(short)).toBe(true);
        const isMapped = network.every((each) => each === 0) && (one[0] === 0 || other[0] === 0);
        if (isMapped) return;
        const networks = [...addresses, short, short.toUpperCase()].map(clientNetwork);
        expect(new Set(networks).size).toBe(1);
        const elsewhere = clientNetwork(write([...network.slice(0, 3), changed, ...one]));
        expect(elsewhere === networks[0]).toBe(changed === network[3]);
      }),
    );
  });
});

describe('siteNetwork', () => {
  it.each([
    ['192.0.2.1', '192.0.2.0/24'],
    ['::ffff:192.0.2.200', '192.0.2.0/24'],
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['unknown', 'unknown'],
  ])('maps %s to %s', (address, network) => {
    expect(siteNetwork(address)).toBe(network);
  });
});
