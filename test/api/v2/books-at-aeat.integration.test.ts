import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CreateBatchAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { BookRow } from '../../../src/contracts/v2/book-columns.ts';
import { listRecipes } from '../../docs/support/recipes.ts';
import { issueInTurn } from '../../support/engine.ts';
import { openTestRemission } from '../../support/remission.ts';

type Sums = Record<string, number>;

const IVA = '01';
const add = (sums: Sums, key: string, amount: string | null | undefined) => {
  sums[key] = (sums[key] ?? 0) + Math.round(Number(amount ?? 0) * 100);
};
/** `2026 4T` of `20-11-2026`. */
const quarterOf = (day: string) => {
  const [, month, year] = day.split('-');
  return `${year} ${Math.ceil(Number(month) / 3)}T`;
};

it('the sums of the book by rate and quarter are those of the records that AEAT has', async () => {
  await using test = await openTestRemission();
  const { api, organization } = test;
  const recipes = listRecipes('recipes.md').map(({ body }) => body);
  const body = { invoice_batch: { invoices: recipes } };
  const created = await api.post(organization.token, body, { key: randomUUID(), version: 2 });
  const { data, errors } = created.json<CreateBatchAnswer>();
  expect(errors).toEqual([]);
  expect(await issueInTurn(api, data.id)).toMatchObject({ kind: 'issued', issued: recipes.length });
  const chains = await test.read<{ id: number; nif: string }>(
    'select id::float8 as id, issuer_nif as nif from chains order by id',
  );
  for (const { id } of chains) await test.remit(id);

  const recorded: Sums = {};
  for (const { record } of test.sandbox.control.records()) {
    if (record.kind !== 'Alta') continue;
    const isRectification = record.type.startsWith('R');
    const quarter = quarterOf(isRectification ? record.id.date : (record.operationDate ?? record.id.date));
    for (const { impuesto, rate, base, tax, surcharge } of record.lines) {
      const isIva = (impuesto ?? IVA) === IVA;
      const key = `${record.id.nif} ${quarter} ${isIva && rate !== null ? Number(rate) : 'untaxed'}`;
      add(recorded, `${key} base`, base);
      if (isIva) add(recorded, `${key} tax`, tax);
      if (isIva) add(recorded, `${key} surcharge`, surcharge);
    }
  }

  const booked: Sums = {};
  for (const nif of new Set(chains.map((chain) => chain.nif)))
    for (let year = 2025; year <= api.clock.now.getUTCFullYear(); year += 1) {
      const path = `/books/issued?issuer_nif=${nif}&to=${year}-12-31`;
      const answer = await api.get(organization.token, path, {}, 2);
      const { rows } = answer.json<{ data: { rows: BookRow[] } }>().data;
      for (const row of rows) {
        // What a rectification by substitution replaces has records of its own.
        const rate = row.tax_rate === undefined ? 'untaxed' : Number(row.tax_rate);
        const key = `${nif} ${row.year} ${row.period} ${rate}`;
        add(booked, `${key} base`, row.base);
        if (rate !== 'untaxed') add(booked, `${key} tax`, row.tax);
        if (rate !== 'untaxed') add(booked, `${key} surcharge`, row.equivalence_surcharge);
      }
    }
  const withAmounts = (sums: Sums) =>
    Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
  expect(withAmounts(booked)).toEqual(withAmounts(recorded));
  expect(Object.keys(withAmounts(recorded)).length).toBeGreaterThan(5);
}, 60_000);
