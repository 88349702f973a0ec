import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeSignedFiles } from '../support/signed-files.ts';
import { openTestMonths, type TestMonths } from './support/months.ts';

let months: TestMonths;
beforeAll(async () => {
  months = await openTestMonths();
});
afterAll(() => months[Symbol.asyncDispose]());

it('signed invoices of an archived month are downloaded as before, alone and with their batch, and stay intact', async () => {
  const [own] = months.organizations;
  await months.begin('2027-01');
  const [batchId] = await months.issue(1, 'ENE');
  await months.settle();
  await storeSignedFiles(months.test.pool);
  const get = async (path: string) => {
    const { statusCode, rawPayload } = await months.test.api.get(own!.token, path);
    return { statusCode, bytes: rawPayload };
  };
  const single = `/batch_invoices/${batchId! * 1000}/documents/facturae`;
  const whole = `/invoice_batches/${batchId!}/documents?format=facturae`;
  const before = [await get(single), await get(whole)];
  expect(before.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await months.begin('2027-02');
  await months.write('2027-01');
  await months.leave('2027-01');
  expect([await get(single), await get(whole)]).toEqual(before);
  expect((await get(`/batch_invoices/${batchId! * 1000}/documents/ubl`)).statusCode).toBe(422);
  expect(await months.findBroken()).toEqual([]);
  await months.bringBack('2027-01');
  expect([await get(single), await get(whole)]).toEqual(before);
  expect(await months.findBroken()).toEqual([]);
});
