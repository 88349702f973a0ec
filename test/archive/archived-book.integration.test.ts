import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestMonths, type TestMonths } from './support/months.ts';

let months: TestMonths;
beforeAll(async () => {
  months = await openTestMonths();
});
afterAll(() => months[Symbol.asyncDispose]());

it('the book of a year with an archived month is refused until the month is restored, that of other months is not', async () => {
  await months.begin('2027-01');
  await months.issue(2, 'JAN');
  await months.settle();
  await months.begin('2027-02');
  await months.issue(1, 'FEB');
  await months.settle();
  await months.begin('2027-04');
  await months.write('2027-01');
  await months.leave('2027-01');
  const ask = async (from: string) => {
    const path = `/books/issued?issuer_nif=B12345674&from=${from}&to=2027-12-31`;
    const answer = await months.test.api.get(months.organizations[0]!.token, path, {}, 2);
    return { status: answer.statusCode, body: answer.json<{ data?: { rows: unknown[] }; error?: object }>() };
  };
  expect(await ask('2027-01-01')).toMatchObject({
    status: 422,
    body: { error: { code: 'unprocessable_content' } },
  });
  expect(JSON.stringify((await ask('2027-01-01')).body)).toContain('2027-01');
  const later = await ask('2027-02-01');
  expect([later.status, later.body.data?.rows.length]).toEqual([200, 1]);
  await months.bringBack('2027-01');
  const whole = await ask('2027-01-01');
  expect([whole.status, whole.body.data?.rows.length]).toEqual([200, 3]);
}, 120_000);
