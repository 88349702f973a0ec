import { describe, expect, it } from 'vitest';
import type { ConsultedRecord } from 'verifactu-protocol/remission/answer';
import { findDoubtful, judgeComparison } from 'verifactu-protocol/remission/judge-comparison';
import { findOwnReferences } from '#src/domain/registration/external-reference.ts';
import { consultRegister } from '#src/remit/register/consult-register.ts';
import { listRegister, type RegisterPage } from '#src/remit/register/list-register.ts';

/** More than the maximum number of arguments of a JavaScript call. */
const MANY = 200_000;
const CHAIN = { chainId: 7, installationNumber: 'i-1' };
const ISSUER = { nif: 'B12345674', name: 'Empresa' };

const shown = Array.from({ length: MANY }, (_none, index): ConsultedRecord => ({
  issuerNif: ISSUER.nif,
  number: `N-${index + 1}`,
  issueDate: '21-11-2026',
  externalReference: `7-${index + 1}`,
  installationNumber: 'i-1',
  hash: `H${index + 1}`,
  state: 'accepted',
  code: null,
  text: null,
}));
const hashes = new Map(shown.map(({ hash }, index) => [index + 1, hash!]));

/** Simulates a register that returns pages of `perPage` records. */
function openRegister(
  records: readonly ConsultedRecord[],
  perPage: number,
): Parameters<typeof listRegister>[0] {
  return {
    consult: ({ page, number }) => {
      const only = number === undefined ? null : records.filter((record) => record.number === number);
      const start = page === undefined ? 0 : Number(page.number.slice(2));
      const part = only ?? records.slice(start, start + perPage);
      const last = part.at(-1);
      const isMore = only === null && start + perPage < records.length;
      const nextPage = isMore && last !== undefined ? last : null;
      return Promise.resolve({
        kind: 'answered',
        answer: { records: part, nextPage, isWhole: true },
        status: 200,
        serverDate: null,
        raw: '',
      });
    },
  };
}

describe('a register of 200,000 records', () => {
  it.each([10_000, MANY])('is read completely in pages of %i', async (perPage) => {
    const pages: RegisterPage[] = [];
    const silence = await listRegister(openRegister(shown, perPage), ISSUER, '2026-11', '2026-11', (page) => {
      pages.push(page);
      return Promise.resolve(null);
    });
    expect(silence).toBeNull();
    expect(pages).toHaveLength(MANY / perPage);
    expect(pages.reduce((sum, { records }) => sum + records.length, 0)).toBe(MANY);
  });

  it('is compared correctly if the database has all its records, none or others, or if the register has no huellas', () => {
    const references = findOwnReferences(CHAIN, shown);
    expect(references).toHaveLength(MANY);
    expect(judgeComparison(references, hashes)).toEqual({ kind: 'same' });
    expect(judgeComparison(references, new Map())).toEqual({
      kind: 'ahead',
      sequence: 1,
      last: MANY,
      forkedAt: null,
    });
    const others = new Map([...hashes].map(([sequence]) => [sequence, 'other']));
    expect(judgeComparison(references, others)).toMatchObject({ kind: 'ahead', forkedAt: 1 });
    const bare = references.map(({ sequence }) => ({ sequence, hash: null }));
    expect(judgeComparison(bare, hashes)).toEqual({ kind: 'unclear', sequence: 1 });
  });

  it('gives the same result when only its doubtful records are compared', () => {
    const references = findOwnReferences(CHAIN, shown);
    const cases = [
      hashes,
      new Map([...hashes].slice(0, -3)),
      new Map([...hashes, [5, 'other'] as const]),
      new Map<number, string>(),
    ];
    for (const ours of cases) {
      const doubtful = findDoubtful(references, ours);
      const known = new Map(
        doubtful.flatMap(({ sequence }) => (ours.has(sequence) ? [[sequence, ours.get(sequence)!]] : [])),
      );
      expect(judgeComparison(doubtful, known)).toEqual(judgeComparison(references, ours));
    }
  });
});

it('listRegister stops when the pages of a register form a cycle', async () => {
  const asked: (string | undefined)[] = [];
  const circle: Parameters<typeof listRegister>[0] = {
    consult: ({ page }) => {
      asked.push(page?.number);
      const nextPage = shown[asked.length % 2]!;
      const answer = { records: [], nextPage, isWhole: true };
      return Promise.resolve({ kind: 'answered', answer, status: 200, serverDate: null, raw: '' });
    },
  };
  const silence = await listRegister(circle, ISSUER, '2026-11', '2026-11', () => Promise.resolve(null));
  expect(silence).toBe('AEAT shows the same page of its register again and again');
  expect(asked).toHaveLength(3);
});

it('consultRegister finds records of a day with 200,000 records by their numbers after two pages of the day', async () => {
  const register = openRegister(shown, 10_000);
  const asked: (string | undefined)[] = [];
  const client: typeof register = {
    consult: (query, ...rest) => {
      asked.push(query.number);
      return register.consult(query, ...rest);
    },
  };
  const wanted = [5, 150_000, 150_001, 199_999, MANY + 1].map((sequence) => ({
    issuerNif: ISSUER.nif,
    number: `N-${sequence}`,
    issueDate: '21-11-2026',
    sequence,
  })) as unknown as Parameters<typeof consultRegister>[2];
  const query = { issuer: ISSUER, period: '2026-11' };
  const found = await consultRegister(client, query, wanted, () => false);
  expect(wanted.map((record) => found.get(record)?.number ?? found.get(record))).toEqual([
    'N-5',
    'N-150000',
    'N-150001',
    'N-199999',
    null,
  ]);
  expect(asked).toEqual([undefined, undefined, 'N-150000', 'N-150001', 'N-199999', `N-${MANY + 1}`]);
});
