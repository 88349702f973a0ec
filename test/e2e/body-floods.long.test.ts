import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBatchBody } from '../support/invoices.ts';
import { LONG } from '../support/long.ts';
import { openStack, type TestStack } from '../support/stack.ts';
import { openSession, percentile, readPeak, sendAtOnce, startOthers } from './support/flood.ts';

/*
 * `npm run test:long` sends bodies of the largest size and of every kind, as an attacker would.
 * Otherwise the bodies and the memory budget are smaller, so that the test is quick.
 */
const BODY_BYTES = (LONG ? 31 : 6) * 1024 * 1024;
const BUDGET_BYTES = 8 * 32 * 1024 * 1024 * (BODY_BYTES / (31 * 1024 * 1024));
const CONNECTIONS = 40;
const MAX_MEGABYTES = 800;
/** The number of senders whose bodies fill the budget. */
const MAX_SENDERS = 8;

let stack: TestStack;
const tokens: string[] = [];
beforeAll(async () => {
  stack = await openStack({
    BODY_BUDGET: String(Math.ceil(BUDGET_BYTES)),
    CREATE_BODY_LIMIT: String(Math.floor(BUDGET_BYTES / 5)),
    READ_RATE_LIMIT: '100000',
  });
  for (let index = 0; index <= MAX_SENDERS; index += 1) tokens.push(await openSession(stack));
});
afterAll(() => stack[Symbol.asyncDispose]());

const repeat = (open: string, unit: string, close: string) => {
  const body = Buffer.alloc(BODY_BYTES, unit);
  body.write(open, 0);
  // The last, incomplete unit is replaced by blanks.
  body.fill(' ', BODY_BYTES - close.length - unit.length);
  body.write(close, BODY_BYTES - close.length);
  return body;
};
const padded = (text: string) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc(BODY_BYTES - text.length, ' ')]);
const unknownNames = () => {
  let text = '{"a":1';
  for (let index = 0; text.length < BODY_BYTES - 20; index += 1) text += `,"${index.toString(36)}":1`;
  return padded(`${text}}`);
};
/** Builds 1000 invoices whose texts cannot be compressed. */
const batch = (changes: Parameters<typeof buildBatchBody>[2]) =>
  padded(JSON.stringify(buildBatchBody(1000, 'F', changes)));
const noise = (bytes: number) => randomBytes(bytes * 0.75).toString('base64');

const BODIES: Record<string, () => Buffer> = {
  'valid batches': () => batch(() => ({ footer_note: noise(BODY_BYTES / 1000 - 1000) })),
  'batches of many lines': () =>
    batch(() => ({
      lines: Array.from({ length: BODY_BYTES / 1000 / 60 }, () => ({
        concept: 'a',
        units: 1,
        unit_price: 1.25,
      })),
    })),
  'numbers too large for a double': () =>
    repeat('{"invoice_batch":{"invoices":[{"lines":[', '{"units":0.12345678901234567},', '{}]}]}}'),
  'lines in one invoice': () =>
    repeat(
      '{"invoice_batch":{"invoices":[{"lines":[',
      '{"concept":"a","units":1,"unit_price":1},',
      '{}]}]}}',
    ),
  junk: () => randomBytes(BODY_BYTES),
  texts: () => repeat('["', 'ñ', '"]'),
  brackets: () => repeat('[', '[', ']'),
  'empty objects': () => repeat('[', '{},', '1]'),
  'empty lists': () => repeat('[', '[],', '1]'),
  numbers: () => repeat('[', '1,', '1]'),
  'unknown member names': unknownNames,
};

const QUICK = [
  { kind: 'valid batches', senders: MAX_SENDERS },
  { kind: 'batches of many lines', senders: 1 },
  { kind: 'unknown member names', senders: MAX_SENDERS },
];
const ALL = Object.keys(BODIES).flatMap((kind) => [1, MAX_SENDERS].map((senders) => ({ kind, senders })));

it.each(LONG ? ALL : QUICK)(
  'a flood of forty bodies ($kind) from $senders organizations uses bounded memory and does not block others',
  async ({ kind, senders }) => {
    const body = BODIES[kind]!();
    const endOthers = startOthers(stack, tokens[MAX_SENDERS]!);
    const start = performance.now();
    const answers = await sendAtOnce(stack, tokens.slice(0, senders), body, CONNECTIONS);
    const seconds = (performance.now() - start) / 1000;
    const others = await endOthers();
    const statuses = Object.groupBy(answers, ({ status }) => status);
    const counts = Object.fromEntries(
      Object.entries(statuses).map(([status, list]) => [status, list!.length]),
    );
    const p95 = percentile(others, 95);
    const peak = readPeak(stack);
    if (LONG) {
      const told = `${kind} from ${senders}: most memory ${peak.toFixed()} MB, p95 of ${others.length} others ${p95.toFixed()} ms, ${seconds.toFixed(1)} s`;
      console.log(told, counts);
    }
    expect(others.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect(answers.filter(({ status }) => status !== 503).length).toBeGreaterThan(0);
    const isAsTold = ({ status, retryAfter = '' }: (typeof answers)[number]) =>
      status === 503 ? /^\d+$/.test(retryAfter) : [201, 400, 422].includes(status);
    expect(answers.filter((answer) => !isAsTold(answer))).toEqual([]);
    expect(peak).toBeLessThan(MAX_MEGABYTES);
    const metrics = await (await fetch(`${stack.ingress.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^invoice_engine_http_body_bytes 0$/m);
  },
);
