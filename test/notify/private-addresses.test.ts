import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUrlFault } from '../../src/notify/check-url.ts';
import { openAgent } from '../../src/notify/open-agent.ts';
import { postMessage } from '../../src/notify/post-message.ts';
import { isPublicAddress } from '../../src/notify/public-address.ts';

const PRIVATE = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.9.9.9 168.63.129.16
  169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1
  198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1
  ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
  64:ff9b:1::7f00:1 100::1 2001::1 2001:db8::1 2001:10::1 2002:7f00:1:: 3fff::1 4000::1 5f00::1 fc00::1
  fd00:ec2::254 fe80::1 fec0::1 ff02::1 ff0e::1 x 1.2.3
`
  .trim()
  .split(/\s+/)
  .concat('', '8.8.8.8 ');
const PUBLIC = `
  1.1.1.1 8.8.8.8 172.15.0.1 172.32.0.1 100.63.255.255 100.128.0.1 193.0.0.1 2606:4700::1111
  2a00:1450:4003::1
`
  .trim()
  .split(/\s+/);

describe('the check of an IP address', () => {
  it.each(PRIVATE)('finds that %j is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC)('finds that %s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

const REFUSED = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'example.com',
  '',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://example.com/#x',
  'https://example.com:80/',
  'https://example.com:6379/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://postgres/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00:ec2::254]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://１２７.0.0.1/',
  `https://example.com/${'x'.repeat(2000)}`,
];

describe('the URL of a webhook endpoint', () => {
  it.each(REFUSED)('is refused: %j', (url) =>
    expect(findUrlFault(url, false)?.en).toMatch(/^(is|has|must|points) /),
  );
  it.each([
    'https://example.com/hooks?x=1',
    'https://example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('is accepted: %s', (url) => expect(findUrlFault(url, false)).toBeNull());
  it.each(['http://127.0.0.1:9000/', 'https://erp.internal:6379/'])(
    'is accepted where private addresses are allowed: %s',
    (url) => expect(findUrlFault(url, true)).toBeNull(),
  );
});

describe('a host name of a webhook endpoint', () => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(request.url!);
    response.end('ok');
  });
  let port: number;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());

  /** Posts to a name for which DNS returns these addresses, one answer after the other. */
  async function post(answers: readonly string[][], allowsPrivate = false, times = 1) {
    const questions: string[] = [];
    const resolve = async (name: string) => {
      questions.push(name);
      const addresses = answers[Math.min(questions.length, answers.length) - 1]!;
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    const url = `http://erp.example.com:${port}/`;
    const agent = openAgent(url, { allowsPrivate, connections: 1, resolve });
    const results = [];
    for (let index = 0; index < times; index += 1)
      results.push(
        await postMessage(
          url,
          { headers: {}, body: '{}' },
          { agent, timeoutMs: 1500, now: () => new Date() },
        ),
      );
    agent.destroy();
    return { results, questions: questions.length };
  }

  it.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::1']], [['169.254.169.254', '1.1.1.1']]])(
    'is not connected to if it resolves to %s',
    async (addresses) => {
      const { results } = await post([addresses]);
      expect(results).toEqual([
        {
          kind: 'failed',
          why: expect.stringContaining('it points to a private or local address') as string,
          askedForMs: null,
        },
      ]);
      expect(arrived).toEqual([]);
    },
  );

  it('is checked at each lookup, and the connection uses the checked address', async () => {
    const answers = ['8.8.8.8', '127.0.0.1', '8.8.4.4'];
    const resolve = async () => [{ address: answers.shift()!, family: 4 }];
    const agent = openAgent('https://erp.example.com/', { allowsPrivate: false, connections: 1, resolve });
    const { lookup } = (agent as unknown as { options: { lookup: LookupFunction } }).options;
    const ask = (all: boolean) =>
      new Promise((found) => lookup('erp.example.com', { all }, (error, address) => found(error ?? address)));
    expect(await ask(true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await ask(true)).toMatchObject({ code: 'PRIVATE_ADDRESS' });
    expect(await ask(false)).toBe('8.8.4.4');
  });

  it('times out if DNS does not answer, and receives nothing if its certificate is of an unknown authority', async () => {
    const now = () => new Date();
    const url = 'https://erp.example.com/';
    const silent = openAgent(url, {
      allowsPrivate: true,
      connections: 1,
      resolve: () => new Promise(() => {}),
    });
    const message = { headers: {}, body: '{}' };
    const unanswered = await postMessage(url, message, { agent: silent, timeoutMs: 200, now });
    expect(unanswered).toMatchObject({ kind: 'failed', why: 'no answer within 0.2 s' });
    const pfx = readFileSync(
      new URL('../../packages/verifactu/test/fixtures/test-only-company.p12', import.meta.url),
    );
    const stranger = createTlsServer({ pfx, passphrase: 'test-only' }, (request) =>
      arrived.push(request.url!),
    );
    await once(stranger.listen(0, '127.0.0.1'), 'listening');
    const address = `https://erp.example.com:${(stranger.address() as AddressInfo).port}/`;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const agent = openAgent(address, { allowsPrivate: true, connections: 1, resolve });
    const refused = await postMessage(address, message, { agent, timeoutMs: 2000, now });
    expect(refused).toMatchObject({ kind: 'failed', why: expect.stringMatching(/certificate/i) as string });
    expect(arrived).toEqual([]);
    stranger.close();
  });

  it('is connected to in a private network if that is allowed, at the resolved address', async () => {
    const { results, questions } = await post([['127.0.0.1']], true, 3);
    expect(results).toEqual([{ kind: 'taken' }, { kind: 'taken' }, { kind: 'taken' }]);
    expect(questions).toBe(1);
    expect(arrived).toHaveLength(3);
  });
});
