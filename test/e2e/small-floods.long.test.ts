import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBatchBody } from '../support/invoices.ts';
import { LONG } from '../support/long.ts';
import { openStack, type TestStack } from '../support/stack.ts';
import {
  openSession,
  percentile,
  readPeak,
  send,
  type Served,
  sendAtOnce,
  startOthers,
} from './support/flood.ts';

/*
 * Bodies that are just small enough to be examined without the limit for large ones, of the most
 * expensive kinds. `npm run test:long` sends every kind and more of them.
 */
const BODY_BYTES = 250 * 1024;
const MAX_MEGABYTES = 700;
/** The maximum memory of the ingress in MB under any requests, including large bodies. */
const MAX_WITH_A_LARGE_ONE = 800;
/** The maximum factor by which a flood may lengthen the median of other organizations' requests. */
const MAX_SLOWDOWN = 50;

let stack: TestStack;
const tokens: string[] = [];
beforeAll(async () => {
  stack = await openStack({ READ_RATE_LIMIT: '100000' });
  for (let index = 0; index < 5; index += 1) tokens.push(await openSession(stack));
});
afterAll(() => stack[Symbol.asyncDispose]());

/** The response times of an organization without a flood. */
async function watchIdle(): Promise<Served[]> {
  const end = startOthers(stack, tokens[4]!);
  await wait(1500);
  return end();
}

const fill = (open: string, unit: string, close: string) =>
  Buffer.from(
    open + unit.repeat(Math.floor((BODY_BYTES - open.length - close.length) / unit.length)) + close,
  );
const invoices = (invoice: object) =>
  Buffer.from(JSON.stringify({ invoice_batch: { invoices: Array.from({ length: 1000 }, () => invoice) } }));
const unknownNames = () => {
  let text = '[{"a":1';
  for (let index = 36; text.length < BODY_BYTES - 20; index += 1) text += `,"${index.toString(36)}":1`;
  return Buffer.from(`${text}}]`);
};

const BODIES: Record<string, () => Buffer> = {
  'a thousand invoices with many errors': () =>
    invoices({
      issuer_nif: 'x',
      invoice_type: 'y',
      number_serie: '"',
      lines: Array.from({ length: 20 }, () => ({})),
    }),
  'a thousand empty invoices': () => invoices({}),
  'unknown member names': unknownNames,
  'numbers too large for a double': () =>
    fill('{"invoice_batch":{"invoices":[{"lines":[', '{"units":0.12345678901234567},', '{}]}]}}'),
  'empty objects': () => fill('[', '{},', '1]'),
};
const QUICK = [{ kind: 'a thousand invoices with many errors', count: 60, senders: 4 }];
const ALL = Object.keys(BODIES).flatMap((kind) => [
  { kind, count: 60, senders: 1 },
  { kind, count: 400, senders: 4 },
]);

it.each(LONG ? ALL : QUICK)(
  'a flood of $count bodies ($kind) uses bounded memory and does not block others',
  async ({ kind, count, senders }) => {
    const body = BODIES[kind]!();
    const idle = await watchIdle();
    const endOthers = startOthers(stack, tokens[4]!);
    const start = performance.now();
    const answers = await sendAtOnce(stack, tokens.slice(0, senders), body, count);
    const seconds = (performance.now() - start) / 1000;
    const others = await endOthers();
    const peak = readPeak(stack);
    const slowdown = percentile(others, 50) / percentile(idle, 50);
    const counts = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
      ([status, list]) => `${status}: ${list!.length}`,
    );
    const told = [50, 95].map(
      (percent) =>
        `p${percent} ${percentile(idle, percent).toFixed()} → ${percentile(others, percent).toFixed()} ms`,
    );
    if (LONG)
      console.log(
        `${count} of ${kind}: peak memory ${peak.toFixed()} MB; ${others.length} others ${told.join(', ')}; ${seconds.toFixed()} s; ${counts.join(', ')}`,
      );
    expect(others.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect(answers.filter(({ status }) => ![201, 400, 422, 429, 503].includes(status))).toEqual([]);
    expect(peak).toBeLessThan(MAX_MEGABYTES);
    expect(slowdown).toBeLessThan(MAX_SLOWDOWN);
  },
);

it('small bodies with the key of a large one are limited like it, and others are served', async () => {
  const [token, other] = [await openSession(stack), tokens[4]!];
  const key = randomUUID();
  const large = invoices({ footer_note: randomBytes(12_000).toString('base64') });
  const stored = await send(stack, token, large, key);
  expect(stored.status).toBe(201);
  const small = Buffer.from(JSON.stringify(buildBatchBody(1)));
  const idle = await watchIdle();
  const endOthers = startOthers(stack, other);
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(stack, token, small, key)));
  const others = await endOthers();
  expect(answers.filter(({ status }) => ![422, 429].includes(status))).toEqual([]);
  expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThan(0);
  expect(others.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(readPeak(stack)).toBeLessThan(MAX_WITH_A_LARGE_ONE);
  expect(percentile(others, 50) / percentile(idle, 50)).toBeLessThan(MAX_SLOWDOWN);
});
