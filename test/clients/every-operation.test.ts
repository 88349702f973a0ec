import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import own from '../../package.json' with { type: 'json' };
import { ALL_LANGUAGES, runDriver } from './support/languages.ts';
import { CURSOR, EMPTY_ZIP, openLaterEngine, OPERATIONS } from './support/later-engine.ts';

/* Every client reaches every operation of the OpenAPI document, in the same way. */

/** Lists the operations that declare a parameter. */
const listWith = (place: string, name: string) =>
  [...OPERATIONS].flatMap(([operation, { parameters = [] }]) =>
    parameters.some((one) => one.in === place && one.name === name) ? [operation] : [],
  );
const KEYED = listWith('header', 'Idempotency-Key');
const PAGED = listWith('query', 'cursor');

/** A random UUID (RFC 9562, 5.4). */
const KEY: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'clients-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

it('the OpenAPI document declares idempotency keys and cursors', () => {
  expect(KEYED).toContain('POST /api/v2/webhook_endpoints');
  expect(PAGED).toContain('GET /api/v2/events');
});

describe.each(ALL_LANGUAGES)('the client in $name', (language) => {
  const { name, program } = language;
  const callAll = (url: string, file: string) =>
    runDriver(language, { url, key: 'a', action: 'every_operation', file });

  it.skipIf(!program)(
    'reaches every operation, reads answers with members and values that it does not know, and says who asks',
    async () => {
      await using server = await openLaterEngine();
      const file = path.join(makeDirectory(), 'all.zip');
      await callAll(server.url, file);
      const called = new Set(server.asked.map(({ operation }) => operation));
      expect([...called].toSorted()).toEqual([...OPERATIONS.keys()].toSorted());
      expect(readFileSync(file).equals(EMPTY_ZIP)).toBe(true);
      const agents = new Set(server.asked.map(({ headers }) => headers['user-agent']));
      const expected = `invoice-batch-engine-client/${own.version} (${name}`;
      expect([...agents].map((agent) => agent?.slice(0, expected.length))).toEqual([expected]);
    },
  );

  it.skipIf(!program)('reads every page of every list, with the same filters', async () => {
    await using server = await openLaterEngine();
    await callAll(server.url, path.join(makeDirectory(), 'all.zip'));
    for (const operation of PAGED) {
      const pages = server.asked.flatMap((one) => (one.operation === operation ? [one.query] : []));
      const [first = new URLSearchParams()] = pages;
      const second = new URLSearchParams([...first, ['cursor', CURSOR]]);
      expect(pages.map((page) => Object.fromEntries(page))).toEqual(
        [first, second].map((page) => Object.fromEntries(page)),
      );
    }
  });

  it.skipIf(!program)(
    'sends an idempotency key wherever the document declares one, and the same again after a broken connection',
    async () => {
      await using server = await openLaterEngine(
        (operation, before) =>
          KEYED.includes(operation) && before.every((earlier) => earlier.operation !== operation),
      );
      await callAll(server.url, path.join(makeDirectory(), 'all.zip'));
      const keys = new Map(KEYED.map((operation): [string, unknown[]] => [operation, []]));
      const others: string[] = [];
      for (const { operation, headers } of server.asked) {
        const key = headers['idempotency-key'];
        if (keys.has(operation)) keys.get(operation)!.push(key);
        else if (key !== undefined) others.push(operation);
      }
      expect(others).toEqual([]);
      const seen = Object.fromEntries(keys);
      expect(seen).toEqual(Object.fromEntries(KEYED.map((operation) => [operation, [KEY, KEY]])));
      for (const sent of keys.values()) expect(new Set(sent).size).toBe(1);
    },
  );
});
