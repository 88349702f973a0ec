import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { testRedisUrl } from '../support/redis.ts';
import { runCli } from '../support/run-cli.ts';

/* Evidence from a server that does not answer: the error message names the option and the cause. */

const NOWHERE = 'http://127.0.0.1:2';
const REFUSED = /^--(?:aeat|api) http:\/\/127\.0\.0\.1:2 does not answer: .*ECONNREFUSED/;
const NO_ADDRESS = / is invalid\. It must be an http:\/\/ or https:\/\/ address\./;

let api: TestApi;
let apiKey: string;
let address: string;
beforeAll(async () => {
  api = await openTestApi();
  ({ apiKey } = await api.createOrganization());
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(api.app.server.address() as { port: number }).port}`;
});
afterAll(() => api[Symbol.asyncDispose]());

it.each<[what: string, args: () => string[], message: RegExp]>([
  ['a stand-in for AEAT that does not run', () => ['--aeat', NOWHERE], REFUSED],
  ['the stand-in for AEAT of the settings, which does not run', () => ['--aeat'], REFUSED],
  ['another server', () => ['--aeat', address], /^--aeat: http:\S+\/control\/log answered 404/],
  [
    'a server that does not speak HTTP',
    () => ['--aeat', `http://127.0.0.1:${new URL(testRedisUrl()).port}`],
    /^--aeat http:\/\/127\.0\.0\.1:\d+ does not answer: (?!fetch failed)\S/,
  ],
  ['no address', () => ['--aeat', 'nothing'], NO_ADDRESS],
  ['an API that does not run', () => ['--api', NOWHERE, '--api-key', apiKey], REFUSED],
  ['no address of an API', () => ['--api', 'nothing', '--api-key', apiKey], NO_ADDRESS],
  ['an address without a protocol', () => ['--api', '127.0.0.1:3000', '--api-key', apiKey], NO_ADDRESS],
])('check-invariants reports %s', { timeout: 60_000 }, async (_what, args, message) => {
  const settings = { DATABASE_URL: api.database.url, AEAT_URL: NOWHERE };
  const { code, out, err } = await runCli('check-invariants', args(), settings);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
  expect(err).toContain(args()[0]!);
  expect(err).toMatch(/^[^\n]+\n(?:See npm run [^\n]+\n)?$/);
});
