import { promises as dns } from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNameResolver } from '../../src/notify/name-resolver.ts';
import { eventually } from '../support/eventually.ts';
import { openDnsServer, type Says } from './support/dns-server.ts';

let directory: string;
let system: { hostsFile: string; resolvConf: string };
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'names-'));
  system = { hostsFile: path.join(directory, 'hosts'), resolvConf: path.join(directory, 'resolv.conf') };
  await writeFile(
    system.hostsFile,
    '# ours\n10.0.0.7 erp erp.example.com # and more\nnonsense erp\n::1 six\n',
  );
  await writeFile(
    system.resolvConf,
    'nameserver 127.0.0.1\nsearch shop.svc.cluster.local svc.cluster.local\n',
  );
});
afterAll(() => rm(directory, { recursive: true }));

const KNOWN: Readonly<Record<string, Says>> = {
  'good.example.com': ['192.0.2.1', '192.0.2.2'],
  'orders.svc.cluster.local': ['10.0.0.9'],
};
const answer = (name: string): Says => (name.startsWith('dead') ? null : (KNOWN[name] ?? 'no such name'));

describe('the resolver of receiver names', () => {
  it.each([
    ['good.example.com', ['192.0.2.1', '192.0.2.2'], 'from DNS'],
    ['erp', ['10.0.0.7'], 'from the hosts file, before DNS'],
    ['six', ['::1'], 'from the hosts file'],
    ['localhost', ['127.0.0.1', '::1'], 'as this machine without DNS'],
    ['orders', ['10.0.0.9'], 'from DNS with a domain of the search list'],
    ['198.51.100.4', ['198.51.100.4'], 'as a literal address'],
    ['[2001:db8::1]', ['2001:db8::1'], 'as a literal address'],
  ])('resolves %s to %j %s', async (name, addresses) => {
    await using server = await openDnsServer(answer);
    const names = openNameResolver({ ...system, servers: [server.address] });
    const found = await names.find(1, name);
    expect(found.kind === 'found' && found.addresses.map(({ address }) => address)).toEqual(addresses);
  });

  it('reports that a name does not exist and caches that for a while', async () => {
    await using server = await openDnsServer(answer);
    const names = openNameResolver({ ...system, servers: [server.address] });
    const failed = { kind: 'failed', why: 'its host name none.example.com is not known to DNS' };
    expect(await names.find(1, 'none.example.com')).toEqual(failed);
    const asked = server.questions.length;
    expect(await names.find(2, 'none.example.com')).toEqual(failed);
    expect(server.questions).toHaveLength(asked);
    const forgetful = openNameResolver({ ...system, servers: [server.address], rememberMs: 0 });
    await forgetful.find(1, 'none.example.com');
    await forgetful.find(1, 'none.example.com');
    expect(server.questions.length).toBeGreaterThan(2 * asked);
  });

  it('times out for a name without an answer, and delays neither other organizations nor lookups of the system', async () => {
    await using server = await openDnsServer(answer);
    const names = openNameResolver({ ...system, servers: [server.address], timeoutMs: 1500 });
    const ended: string[] = [];
    const dead = Array.from({ length: 8 }, async (_, index) => {
      const found = await names.find(index, `dead-${index}.example.com`);
      ended.push(`dead ${index}`);
      return found;
    });
    await eventually(() => server.questions.length >= 8);
    expect(await names.find(100, 'good.example.com')).toMatchObject({ kind: 'found' });
    await dns.lookup('localhost');
    expect(ended).toEqual([]);
    expect(await names.find(0, 'good.example.com')).toEqual({ kind: 'busy' });
    for (const found of await Promise.all(dead))
      expect(found).toMatchObject({
        kind: 'failed',
        why: expect.stringMatching(/could not be resolved by DNS in time$/),
      });
    expect(await names.find(0, 'good.example.com')).toMatchObject({ kind: 'found' });
  });
});
