import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InvoiceView } from '../../src/contracts/v2/invoice-answers.ts';
import { openTestMonths, type TestMonths } from './support/months.ts';

let months: TestMonths;
beforeAll(async () => {
  months = await openTestMonths();
});
afterAll(() => months[Symbol.asyncDispose]());

it('lists have neither recipients nor sums of an archived month until it is restored, and all of the others', async () => {
  await months.begin('2027-01');
  await months.issue(2, 'JAN');
  await months.settle();
  await months.begin('2027-02');
  await months.issue(1, 'FEB');
  await months.settle();
  await months.begin('2027-04');
  await months.write('2027-01');
  const list = async (query = '') => {
    const answer = await months.test.api.get(months.organizations[0]!.token, `/invoices${query}`, {}, 2);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: InvoiceView[] }>().data;
  };
  const before = await list();
  expect(before.map(({ recipients_count: count }) => count)).toEqual([1, 1, 1]);
  await months.leave('2027-01');
  const nothing = { recipient: null, recipients_count: null, totals: null };
  const [february, ...january] = before;
  expect(await list()).toEqual([february, ...january.map((invoice) => ({ ...invoice, ...nothing }))]);
  expect(await list('?fields=recipient.name,totals.base')).toMatchObject([
    { recipient: { name: february!.recipient!.name }, totals: { base: february!.totals!.base } },
    { recipient: null, totals: null },
    { recipient: null, totals: null },
  ]);
  await months.bringBack('2027-01');
  expect(await list()).toEqual(before);
}, 120_000);
