import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Checked } from '#src/dashboard/sign-in/check-login.ts';
import { openSignInSemaphore } from '#src/dashboard/sign-in/sign-in-semaphores.ts';

/** Opens checks of passwords that end when the test calls `end`. */
function openChecks() {
  const takePermit = openSignInSemaphore();
  const running: { readonly name: string; readonly end: (checked: Checked) => void }[] = [];
  return {
    running,
    sign: (name: string, address: string): Promise<Checked> =>
      takePermit(address, () => {
        const { promise, resolve } = Promise.withResolvers<Checked>();
        running.push({ name, end: resolve });
        return promise;
      }),
    end: async (kind: 'in' | 'wrong'): Promise<string> => {
      await turn();
      const { name, end } = running.shift()!;
      end(kind === 'in' ? { kind, token: name, browser: name } : { kind });
      await turn();
      return name;
    },
  };
}

describe('checks of passwords', () => {
  it('run one at a time in the order of their arrival', async () => {
    const { sign, end, running } = openChecks();
    for (const [index, name] of ['a', 'b', 'c'].entries()) void sign(name, `192.0.${index}.1`);
    await turn();
    expect(running.map(({ name }) => name)).toEqual(['a']);
    expect([await end('in'), await end('in'), await end('in')]).toEqual(['a', 'b', 'c']);
  });

  it('of networks without failures run before those of networks with failures', async () => {
    const { sign, end } = openChecks();
    for (let stranger = 0; stranger < 24; stranger += 1) void sign('stranger', `192.0.${stranger}.1`);
    for (let failed = 0; failed < 24; failed += 1) await end('wrong');
    for (let stranger = 0; stranger < 24; stranger += 1) {
      void sign('stranger', `192.0.${stranger}.${stranger}`);
      void sign('stranger', `192.0.${stranger}.99`);
    }
    const operator = sign('operator', '198.51.100.1');
    // This check was already running.
    expect(await end('wrong')).toBe('stranger');
    expect(await end('in')).toBe('operator');
    expect(await operator).toEqual({ kind: 'in', token: 'operator', browser: 'operator' });
  });

  it.each([
    ['an IPv4 /24', (host: number) => `192.0.2.${host}`],
    ['an IPv6 /48', (host: number) => `2001:db8:1:${host.toString(16)}::1`],
  ])('of %s may be four waiting beside the running one', async (_network, address) => {
    const { sign, end } = openChecks();
    const signed = Array.from({ length: 7 }, (_, host) => sign('one', address(host + 1)));
    expect(await Promise.all(signed.slice(5))).toEqual([{ kind: 'busy' }, { kind: 'busy' }]);
    for (let count = 0; count < 5; count += 1) await end('in');
    expect((await Promise.all(signed)).map(({ kind }) => kind).slice(0, 5)).toEqual(Array(5).fill('in'));
  });

  it('of networks with more failures are refused when too many wait', async () => {
    const { sign, end } = openChecks();
    void sign('stranger', '192.0.0.1');
    await end('wrong');
    const first = sign('stranger', '192.0.0.1');
    const failed = sign('stranger', '192.0.0.2');
    for (let count = 0; count < 63; count += 1) void sign('operator', `198.51.${count}.1`);
    const last = sign('operator', '198.51.100.1');
    expect(await failed).toEqual({ kind: 'busy' });
    expect(await end('wrong')).toBe('stranger');
    expect(await first).toEqual({ kind: 'wrong' });
    for (let count = 0; count < 64; count += 1) expect(await end('in')).toBe('operator');
    expect(await last).toEqual({ kind: 'in', token: 'operator', browser: 'operator' });
  });

  it('continue after one that throws an error', async () => {
    const takePermit = openSignInSemaphore();
    await expect(takePermit('192.0.2.1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await takePermit('192.0.2.1', () => Promise.resolve({ kind: 'wrong' as const }))).toEqual({
      kind: 'wrong',
    });
  });
});
