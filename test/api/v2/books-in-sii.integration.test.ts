import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY_RIGHTS } from '#src/contracts/codes.ts';
import type { BookNoteView } from '#src/contracts/v2/book-answer.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../../support/sii.ts';

type Book = {
  readonly rows: readonly { readonly number: string }[];
  readonly notes: readonly BookNoteView[];
};

let test: TestSii;
beforeAll(async () => {
  test = await openTestSii();
  await test.pool.query('update api_keys set rights = $1', [KEY_RIGHTS]);
});
afterAll(() => test[Symbol.asyncDispose]());

async function annul(invoice: number): Promise<void> {
  const answer = await test.api.inject({
    method: 'POST',
    url: `/api/v2/invoices/${invoice}/annul`,
    headers: { authorization: `Bearer ${test.organization.token}` },
    payload: { reason: 'Por error' },
  });
  expect(answer.statusCode).toBe(202);
}

it('the book of an issuer in SII notes entries and annulments that AEAT refused', async () => {
  const { control } = test.sandbox;
  control.replaceCensus({ unknown: ['B87654323'] });
  const batch = await issueBatch(test.api, test.organization, 5, 'A', (index) => ({
    recipient_document_number: index === 1 || index === 4 ? 'B87654323' : 'A12345674',
  }));
  await test.sendAll();
  // AEAT refuses the annulment. A-4: AEAT takes it. A-5: AEAT never had the entry.
  await annul(batch * 1000 + 2);
  control.addFaults({ kind: 'record-error', code: 3019, records: 1, count: 1, service: 'sii' });
  await test.sendAll();
  for (const place of [3, 4]) await annul(batch * 1000 + place);
  await test.sendAll();

  const year = test.api.clock.now.getUTCFullYear();
  const path = `/books/issued?issuer_nif=${SII_ISSUER}&to=${year}-12-31`;
  const { data } = (await test.api.get(test.organization.token, path, {}, 2)).json<{ data: Book }>();
  expect(data.rows.map(({ number }) => number)).toEqual(['A-1', 'A-2', 'A-3']);
  const notes = data.notes.map(({ invoice_number: number, code }) => [number, code] as const);
  expect(new Map(notes.filter(([number]) => number !== null))).toEqual(
    new Map([
      ['A-2', 'rejected'],
      ['A-3', 'annulment_refused'],
      ['A-4', 'annulled'],
      ['A-5', 'annulled'],
    ]),
  );
});
