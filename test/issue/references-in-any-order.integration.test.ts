import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  context as contextOf,
  nat,
  record,
  type Arbitrary,
} from 'fast-check';
import type { CreateBatchAnswer } from '../../src/contracts/v2/batch-answers.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issuingContext } from '../support/engine.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { runsOf } from '../support/long.ts';
import { line, NOBODY } from './support/rectifying.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** What a client sends. `names` are the numbers that it names, all of them of the same day. */
type Sent = { readonly number: string; readonly kind: Kind; readonly names: readonly string[] };
const KINDS = ['F1', 'F2', 'R1', 'R5', 'F3', 'broken', 'missing'] as const;
type Kind = (typeof KINDS)[number];

function build({ number, kind, names }: Sent): InvoiceInput {
  const invoices = names.map((number_serie) => ({ number_serie, issue_date: todayInMadrid(api.clock.now) }));
  const rectification = { method: 'differences', reason: 'Devolución', invoices } as const;
  const base = { external_invoice_id: number, number_serie: number };
  switch (kind) {
    case 'F1':
      return base;
    case 'F2':
      return { ...base, ...NOBODY, lines: line('10') };
    case 'R1':
      return { ...base, invoice_type: 'R1', rectification, lines: line('1', '-1') };
    case 'R5':
      return { ...base, ...NOBODY, invoice_type: 'R5', rectification, lines: line('1', '-1') };
    case 'F3':
      return { ...base, invoice_type: 'F3', replaces: invoices, lines: line('10') };
    // Fails when it is accepted.
    case 'broken':
      return { ...base, lines: [{ concept: 'Servicio', units: '1', unit_price: '1', tax_rate: 99 }] };
    // Fails when it is issued.
    case 'missing':
      return { ...base, invoice_type: 'R1', rectified_invoice_id: 999_000 };
  }
}

const MAY_NAME: Partial<Record<Kind, readonly Kind[]>> = {
  R1: ['F1', 'F3', 'R1'],
  R5: ['F2', 'R5'],
  F3: ['F2'],
};

/**
 * The verdicts by the rules of the contract, for invoices in the order in which they were accepted.
 */
function judge(invoices: readonly Sent[]): boolean[] {
  const issued = new Map<string, Sent>();
  const failed = new Set<string>();
  const replaced = new Set<string>();
  const leadsTo = (number: string): string[] => [
    number,
    ...(issued.get(number)?.kind === 'R5' ? issued.get(number)!.names.flatMap(leadsTo) : []),
  ];
  return invoices.map((invoice) => {
    const { number, kind, names } = invoice;
    const isRight =
      kind !== 'broken' &&
      kind !== 'missing' &&
      names.every((name) => {
        if (name === number || failed.has(name)) return false;
        const named = issued.get(name);
        if (named !== undefined && !MAY_NAME[kind]!.includes(named.kind)) return false;
        return !['F3', 'R5'].includes(kind) || !leadsTo(name).some((each) => replaced.has(each));
      });
    if (isRight) issued.set(number, invoice);
    else failed.add(number);
    if (isRight && kind === 'F3') for (const name of names) replaced.add(name);
    return isRight;
  });
}

/**
 * Sends the batches, issues them in an order of its own choice, and returns which invoices were
 * issued, in the order of acceptance.
 */
async function run(batches: readonly (readonly Sent[])[], choose: () => number): Promise<boolean[]> {
  const organization = await api.createOrganization();
  const waiting: number[] = [];
  const ids: number[] = [];
  for (const batch of batches) {
    const body = buildBatchV2('', ...batch.map(build));
    const answer = await api.post(organization.token, body, { key: randomUUID(), version: 2 });
    const { id } = answer.json<CreateBatchAnswer>().data;
    ids.push(id);
    waiting.push(id);
    // Some batches are issued before the next one arrives.
    if (choose() % 3 === 0) await issueOne(waiting, choose);
  }
  while (waiting.length > 0) await issueOne(waiting, choose);
  const { rows } = await api.database.pool.query<{ isIssued: boolean }>(
    `select x.id is not null as "isIssued" from batch_invoices i left join issued_invoices x on x.id = i.id
     where i.batch_id = any ($1::bigint[]) order by i.id`,
    [ids],
  );
  return rows.map(({ isIssued }) => isIssued);
}

async function issueOne(waiting: number[], choose: () => number): Promise<void> {
  const place = choose() % waiting.length;
  const { kind } = await processBatch(issuingContext(api), waiting[place]!);
  if (kind === 'issued') waiting.splice(place, 1);
  // The oldest batch never waits for others.
  else expect([kind, place > 0]).toEqual(['busy', true]);
}

const drawn: Arbitrary<{ kind: Kind; names: number[] }> = record({
  kind: constantFrom(...KINDS),
  names: array(nat(9), { minLength: 1, maxLength: 2 }),
});
/** Invoices that name earlier ones, themselves, or others that are never sent. */
const invoices = array(drawn, { minLength: 3, maxLength: 7 }).map((all) =>
  all.map(({ kind, names }, index): Sent => {
    // Names more often than not one of the invoices that were sent before.
    const numbers = names.map((name) =>
      name === 9 ? 'ELSEWHERE' : `N-${index === 0 ? 0 : name % (index + (name === 8 ? 1 : 0))}`,
    );
    return { number: `N-${index}`, kind, names: MAY_NAME[kind] ? [...new Set(numbers)] : [] };
  }),
);

describe('the verdict on invoices that name others by number', () => {
  it('follows the rules in whatever way the invoices are split into batches, and in whatever order workers take these', async () => {
    await assert(
      asyncProperty(
        invoices,
        array(nat(2), { minLength: 7, maxLength: 7 }),
        array(nat(1000), { minLength: 100, maxLength: 100 }),
        contextOf(),
        async (all, cuts, choices, log) => {
          const batches: Sent[][] = [];
          for (const [index, invoice] of all.entries()) {
            if (index === 0 || cuts[index] === 0) batches.push([]);
            batches.at(-1)!.push(invoice);
          }
          log.log(JSON.stringify(batches));
          let at = 0;
          const choose = () => choices[(at += 1) % choices.length]!;
          expect(await run(batches, choose)).toEqual(judge(all));
        },
      ),
      { numRuns: runsOf(40) },
    );
  });

  it.each<readonly [string, readonly Sent[], readonly boolean[]]>([
    [
      'two invoices that rectify each other',
      [
        { number: 'A', kind: 'R1', names: ['B'] },
        { number: 'B', kind: 'R1', names: ['A'] },
      ],
      [false, false],
    ],
    [
      'a rectification that stands before its original',
      [
        { number: 'A', kind: 'R1', names: ['B'] },
        { number: 'B', kind: 'F1', names: [] },
      ],
      [true, true],
    ],
    [
      'a rectification of the wrong type that stands before its original',
      [
        { number: 'A', kind: 'R1', names: ['B'] },
        { number: 'B', kind: 'F2', names: [] },
      ],
      [false, true],
    ],
    [
      'two F3 of a ticket that was issued elsewhere',
      [
        { number: 'A', kind: 'F3', names: ['ELSEWHERE'] },
        { number: 'B', kind: 'F3', names: ['ELSEWHERE'] },
      ],
      [true, false],
    ],
  ])('in one batch is right for %s', async (_what, all, verdicts) => {
    expect(await run([all], () => 1)).toEqual(verdicts);
  });

  it('lets a second F3 replace a ticket if the first one fails because of an invoice of another batch', async () => {
    const other: Sent[] = [{ number: 'X', kind: 'F1', names: [] }];
    const batch: Sent[] = [
      { number: 'A', kind: 'F2', names: [] },
      { number: 'B', kind: 'F3', names: ['A', 'X'] },
      { number: 'C', kind: 'F3', names: ['A'] },
    ];
    // The batches are accepted before the first of them is issued.
    let calls = 0;
    expect(await run([other, batch], () => (calls += 1))).toEqual([true, true, false, true]);
  });

  it('is told by the dry run if an invoice of the same batch that is named fails', async () => {
    const { token } = await api.createOrganization();
    const sent: Sent[] = [
      { number: 'A', kind: 'R1', names: ['B'] },
      { number: 'B', kind: 'broken', names: [] },
      { number: 'C', kind: 'R1', names: ['A'] },
      { number: 'D', kind: 'F1', names: [] },
    ];
    const answer = await api.inject({
      method: 'POST',
      url: '/api/v2/invoice_batches/validate',
      headers: { authorization: `Bearer ${token}` },
      payload: buildBatchV2('', ...sent.map(build)),
    });
    const { errors } = answer.json<CreateBatchAnswer>();
    const says = errors.map(({ index, details }) => [index, /names .*/.exec(details[0]!.message)?.[0] ?? '']);
    expect(says).toEqual([
      [0, 'names invoices[1] of this batch, which failed: correct that invoice and send both again'],
      [1, ''],
      [2, 'names invoices[0] of this batch, which failed: correct that invoice and send both again'],
    ]);
  });
});
