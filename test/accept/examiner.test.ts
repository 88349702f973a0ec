import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Piscina } from 'piscina';
import { examineBody } from '../../src/accept/examine-body.ts';
import { openExaminer } from '../../src/accept/examiner.ts';
import { openThreads, type Threads } from '../../src/platform/process/threads.ts';
import { preparePreview } from '../../src/accept/prepare-preview.ts';
import { isSameBody } from '../../src/accept/same-body.ts';
import { ELECTRONIC_FORMATS } from '../../src/contracts/electronic-formats.ts';
import { SMALL_BODY_BYTES } from '../../src/platform/admission/limits.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { buildInvoiceV2 } from '../support/invoices-v2.ts';
import { FLAT_RULES, FULL_RULES } from '../../src/domain/reading/request-rules.ts';
import { takeLeastOwnTime } from '../support/own-time.ts';

const CONTEXT = {
  rules: FLAT_RULES,
  organizationName: 'Org SL',
  issuerNifs: null,
  isMigrating: false,
  today: '2026-11-21',
} as const;
const LINE = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
const threads = openThreads();
const examiner = openExaminer(threads);
afterAll(async () => {
  await examiner[Symbol.asyncDispose]();
  await threads[Symbol.asyncDispose]();
});

const encode = (body: unknown) => Buffer.from(JSON.stringify(body));
const large = (changes: Parameters<typeof buildBatchBody>[2]) => encode(buildBatchBody(1000, 'L', changes));
const right = large(() => ({}));

describe('a thousand invoices with the same errors', () => {
  // One shared list is transferred between threads, and serialized in the response, only once.
  it('share one list of findings', () => {
    const body = encode({
      invoice_batch: { invoices: Array.from({ length: 1000 }, () => ({ external_invoice_id: 'x' })) },
    });
    const examined = examineBody(body, CONTEXT);
    if (examined.kind !== 'examined') throw new Error(examined.message.en);
    expect(examined.failures.size).toBe(1000);
    expect(new Set(examined.failures.values()).size).toBe(1);
  });
});

describe('the examiner', () => {
  const cases: [string, Buffer][] = [
    ['valid invoices', right],
    ['invoices that fail in both halves', large((index) => (index % 7 === 0 ? { issuer_nif: 'X' } : {}))],
    ['the same number in both halves', large((index) => ({ number_serie: `N${index % 600}` }))],
    [
      'numbers that a double cannot hold',
      Buffer.from(right.toString().replaceAll('"unit_price":100', '"unit_price":100.00000000000000001')),
    ],
    [
      'one such number at its end',
      Buffer.from(right.toString().replace(/"unit_price":100(?!.*"unit_price")/, '"unit_price":1e-400')),
    ],
    [
      'a wrong type in its second half',
      large((index) => (index === 900 ? { lines: [{ ...LINE, units: '1' as never }] } : {})),
    ],
    ['wrong types in both halves', large((index) => (index % 400 === 1 ? { paid: 1 as never } : {}))],
    [
      'a duplicate member at its end',
      Buffer.from(right.toString().replace(/\}\]\}\]\}\}$/, ',"tax_rate":4}]}]}}')),
    ],
    ['a missing end', right.subarray(0, -3)],
    ['nothing but brackets', Buffer.from('['.repeat(1_000_000))],
    ['a text in place of the invoices', encode({ invoice_batch: { invoices: 'x'.repeat(200_000) } })],
    ['more than 1000 invoices', encode(buildBatchBody(1001))],
  ];

  it.each(cases)(
    'gives the same result with and without threads for a large body with %s',
    async (_what, body) => {
      expect(body.length).toBeGreaterThan(128 * 1024);
      const expected = examineBody(body, CONTEXT);
      await examiner.warmUp();
      expect(await examiner.examine(body, 1, CONTEXT)).toEqual(expected);
      // With several bodies at once, no two threads are free for the halves of one body.
      const many = await Promise.all(Array.from({ length: 5 }, () => examiner.examine(body, 1, CONTEXT)));
      for (const each of many) expect(each).toEqual(expected);
    },
  );

  it('leaves the event loop free while threads examine large bodies', async () => {
    await examiner.warmUp();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await Promise.all(Array.from({ length: 8 }, () => examiner.examine(right, 1, CONTEXT)));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
  });

  it('examines small bodies in a thread only for an organization whose bodies have taken a long time', async () => {
    const small = encode(buildBatchBody(1));
    const expected = examineBody(small, CONTEXT);
    await using impatient = openExaminer(threads, { longMs: -1 });
    const inThread = vi.spyOn(Piscina.prototype, 'run');
    for (let count = 0; count < 3; count += 1) await impatient.examine(small, 1, CONTEXT);
    expect(inThread).not.toHaveBeenCalled();
    expect(await impatient.examine(small, 1, CONTEXT)).toEqual(expected);
    expect(inThread).toHaveBeenCalledOnce();
    expect(await impatient.examine(small, 2, CONTEXT)).toEqual(expected);
    expect(inThread).toHaveBeenCalledOnce();
    inThread.mockRestore();
  });
});

describe('the electronic formats of a body', () => {
  const formats = {
    formats: ELECTRONIC_FORMATS,
    profile: 'cen',
    issuers: new Map([['B12345674', buildProfile()]]),
    recipients: new Map(),
  } as const;
  const wanting = { ...CONTEXT, wantsWarnings: true, formats };

  it('are written in a thread, unless the body has few invoices', async () => {
    const inThread = vi.spyOn(Piscina.prototype, 'run');
    for (const [count, runs] of [
      [1, 0],
      [200, 1],
    ] as const) {
      const body = encode(buildBatchBody(count));
      expect(body.length).toBeLessThan(SMALL_BODY_BYTES);
      inThread.mockClear();
      expect(await examiner.examine(body, 7, wanting)).toEqual(examineBody(body, wanting));
      expect(inThread).toHaveBeenCalledTimes(runs);
      await examiner.examine(body, 7, CONTEXT);
      expect(inThread).toHaveBeenCalledTimes(runs);
    }
    inThread.mockRestore();
  });
});

describe('a body that is sent again', () => {
  const small = buildBatchBody(1);
  const bodies: [string, object][] = [
    ['small', small],
    ['large', buildBatchBody(1000)],
  ];
  const kept = (text: string | Buffer) => zstdCompressSync(text);
  const reverse = (value: object) => Object.fromEntries(Object.entries(value).toReversed());

  it.each(bodies)(
    'equals the stored body despite other whitespace and another order of members: %s',
    async (size, body) => {
      const isSame = (sent: Buffer, known: Buffer) =>
        size === 'small'
          ? examiner.isSame({ body: sent, rules: FLAT_RULES }, 1, known)
          : examiner.isSameLarge({ body: sent, rules: FLAT_RULES }, known);
      const stored = kept(JSON.stringify(body));
      const [batch] = Object.values(body) as [object];
      const blanks = Buffer.from(JSON.stringify(body, null, 1));
      const shuffled = encode({ invoice_batch: reverse(batch) });
      expect(await isSame(blanks, stored)).toBe(true);
      expect(await isSame(shuffled, stored)).toBe(true);
      expect(await isSame(blanks.subarray(0, -1), stored)).toBe(false);
      expect(await isSame(encode({ ...body, more: 1 }), stored)).toBe(false);
    },
  );

  it('is compared outside the event loop when the stored body is much larger', async () => {
    const blanks = kept(Buffer.concat([encode(small), Buffer.alloc(8 * 1024 * 1024, ' ')]));
    const other = kept(large(() => ({ footer_note: 'x'.repeat(900) })));
    for (const stored of [blanks, other])
      expect(await examiner.isSame({ body: encode(small), rules: FLAT_RULES }, 1, stored)).toBeNull();
    const beside = await takeLeastOwnTime(async () => {
      expect(await examiner.isSameLarge({ body: encode(small), rules: FLAT_RULES }, blanks)).toBe(true);
      expect(await examiner.isSameLarge({ body: encode(small), rules: FLAT_RULES }, other)).toBe(false);
    });
    const here = await takeLeastOwnTime(async () => {
      for (const stored of [blanks, other]) isSameBody(encode(small), zstdDecompressSync(stored));
    });
    expect(beside).toBeLessThan(here / 2);
  });
});

describe('an invoice that is prepared for a preview', () => {
  const lines = (count: number) => Array.from({ length: count }, () => buildInvoiceV2().lines![0]!);
  const cases: [string, Buffer][] = [
    ['is valid', encode(buildInvoiceV2({ lines: lines(1000) }))],
    ['has faults', encode(buildInvoiceV2({ lines: lines(1000), number_serie: null }))],
    ['has a wrong shape', encode({ ...buildInvoiceV2({ lines: lines(1000) }), paid: 1 })],
    ['is no JSON', encode(buildInvoiceV2({ lines: lines(1000) })).subarray(0, -1)],
  ];
  /** Opens an examiner that notes the tasks of its threads. */
  function openNoting() {
    const tasks: string[] = [];
    const run: Threads['run'] = (file, name, ...task) => {
      tasks.push(name);
      return threads.run(file, name, ...task);
    };
    return { tasks, own: openExaminer({ ...threads, run }) };
  }
  const context = { ...CONTEXT, rules: FULL_RULES };

  it.each(cases)(
    'is prepared by a thread if it is long and %s, with the same result',
    async (_what, body) => {
      const { own, tasks } = openNoting();
      expect(await own.prepare(body, 1, context)).toEqual(preparePreview(body, context));
      expect(tasks).toEqual(['prepare']);
      await own[Symbol.asyncDispose]();
    },
  );

  it('is prepared at once if it is short', async () => {
    const { own, tasks } = openNoting();
    expect(await own.prepare(encode(buildInvoiceV2()), 1, context)).toMatchObject({ kind: 'prepared' });
    expect(tasks).toEqual([]);
    await own[Symbol.asyncDispose]();
  });
});
