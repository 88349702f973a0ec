import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsultedRecord } from 'verifactu-protocol/remission/answer';
import { consultRegister, type RegisterQuery } from '#src/remit/register/consult-register.ts';
import { runsOf } from '../support/long.ts';

const QUERY: RegisterQuery = { issuer: { nif: 'B12345674', name: 'Empresa' }, period: '2026-11' };
type Client = Parameters<typeof consultRegister>[0];
type Records = Parameters<typeof consultRegister>[2];
type Asked = { readonly number: string | undefined; readonly issueDate: string | undefined };

/**
 * Simulates AEAT's register of one month, which applies the filters of a query and returns pages of
 * `perPage` records.
 */
function openRegister(shown: readonly ConsultedRecord[], perPage: number) {
  const asked: Asked[] = [];
  const client: Client = {
    consult: ({ number, issueDate, page }) => {
      asked.push({ number, issueDate });
      const all = shown.filter(
        (record) =>
          (number === undefined || record.number === number) &&
          (issueDate === undefined || record.issueDate === issueDate),
      );
      const start = page === undefined ? 0 : all.findIndex((record) => record.number === page.number) + 1;
      const records = all.slice(start, start + perPage);
      const nextPage = start + perPage < all.length ? records.at(-1)! : null;
      const answer = { records, nextPage, isWhole: true };
      return Promise.resolve({ kind: 'answered', answer, status: 200, serverDate: null, raw: '' });
    },
  };
  return { client, asked };
}

const consulted = (number: string, day: number): ConsultedRecord => ({
  issuerNif: 'B12345674',
  number,
  issueDate: `2026-11-${String(day).padStart(2, '0')}`,
  externalReference: null,
  installationNumber: null,
  hash: null,
  state: 'accepted',
  code: null,
  text: null,
});
const wantedOf = (records: readonly ConsultedRecord[]) =>
  records.map(({ issuerNif, number, issueDate }, index) => ({
    issuerNif,
    number,
    issueDate,
    sequence: index + 1,
  })) as unknown as Records;

describe('the lookup of duplicates in AEAT’s register', () => {
  it('finds the records of a whole month with one query', async () => {
    const shown = Array.from({ length: 30 }, (_, index) => consulted(`N-${index}`, index + 1));
    const { client, asked } = openRegister(shown, 10_000);
    const wanted = wantedOf(shown);
    const found = await consultRegister(client, QUERY, wanted, () => false);
    expect(wanted.map((record) => found.get(record)?.number)).toEqual(shown.map(({ number }) => number));
    expect(asked).toEqual([{ number: undefined, issueDate: undefined }]);
  });

  it('queries by day for several records that the first pages lack, and by number for single records', async () => {
    const others = Array.from({ length: 25 }, (_, index) => consulted(`A-${index}`, 1));
    const ofOneDay = Array.from({ length: 5 }, (_, index) => consulted(`B-${index}`, 2));
    const alone = consulted('C-0', 3);
    const { client, asked } = openRegister([...others, ...ofOneDay, alone], 10);
    const wanted = wantedOf([...ofOneDay, alone, consulted('D-0', 4)]);
    const found = await consultRegister(client, QUERY, wanted, () => false);
    expect(wanted.map((record) => found.get(record)?.number ?? found.get(record))).toEqual([
      ...ofOneDay.map(({ number }) => number),
      'C-0',
      null,
    ]);
    expect(asked.map(({ number, issueDate }) => number ?? issueDate ?? 'month')).toEqual([
      'month',
      'month',
      '2026-11-02',
      'C-0',
      'D-0',
    ]);
  });

  it('finds each record exactly if AEAT has it, for any number of records, days and pages', async () => {
    const record = fc.record({
      day: fc.integer({ min: 1, max: 5 }),
      isShown: fc.boolean(),
      isWanted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        async (list, perPage) => {
          const all = list.map(({ day, ...rest }, index) => ({
            ...rest,
            record: consulted(`N-${index}`, day),
          }));
          const shown = all.filter(({ isShown }) => isShown).map((each) => each.record);
          const wanted = wantedOf(all.filter(({ isWanted }) => isWanted).map((each) => each.record));
          const { client, asked } = openRegister(shown, perPage);
          const found = await consultRegister(client, QUERY, wanted, () => false);
          const isThere = ({ number }: { number: string }) => shown.some((each) => each.number === number);
          for (const each of wanted)
            expect(found.get(each)?.number ?? null).toBe(isThere(each) ? each.number : null);
          expect(found.size).toBe(wanted.length);
          expect(asked.length).toBeLessThanOrEqual(wanted.length + 2 + 2 * 5);
        },
      ),
      { numRuns: runsOf(300) },
    );
  });

  it('leaves the remaining records for the next attempt when the time is over', async () => {
    const shown = Array.from({ length: 30 }, (_, index) => consulted(`N-${index}`, index + 1));
    const { client, asked } = openRegister(shown, 3);
    const found = await consultRegister(client, QUERY, wantedOf(shown), () => asked.length >= 4);
    expect(asked).toHaveLength(4);
    expect([...found.values()].every((each) => each !== null)).toBe(true);
    expect(found.size).toBe(8);
  });
});
