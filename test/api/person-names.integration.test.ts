import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { issueBatch } from '../support/engine.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';

/** Each command starts a process. */
vi.setConfig({ testTimeout: 120_000 });

const [PERSON, FOREIGNER, MINOR, COMPANY] = ['12345678Z', 'X1234567L', 'K1234567L', 'B12345674'] as const;

let test: TestRemission;
beforeEach(async () => {
  test = await openTestRemission();
});
afterEach(() => test[Symbol.asyncDispose]());

let series = 0;
async function create(count: number, changes: (index: number) => InvoiceInput) {
  series += 1;
  const answer = await test.api.post(test.organization.token, buildBatchBody(count, `N${series}`, changes));
  expect(answer.statusCode).toBe(201);
  return answer.json<{ errors?: Record<string, string[]> }>().errors ?? {};
}
const createOne = async (nif: string, name: string | null) =>
  Object.values(await create(1, () => ({ issuer_nif: nif, issuer_name: name }))).flat();
const setName = async (nif: string, name: string) => {
  const args = ['issuer', String(test.organization.id), nif, '--name', name];
  expect(await runCli('org', args, { DATABASE_URL: test.api.database.url })).toMatchObject({ code: 0 });
};
/** Issues an invoice with this name of the issuer and sends its record to AEAT. */
async function take(nif: string, name: string): Promise<void> {
  series += 1;
  await issueBatch(test.api, test.organization, 1, `T${series}`, () => ({
    issuer_nif: nif,
    issuer_name: name,
  }));
  await test.remit(await test.chainOf(nif));
  test.pass(61);
}
const WANTED = (name: string, nif: string, source = 'an operator set it') => [
  `Issuer name must be ${name}, the name on record for the person with NIF ${nif} (${source})`,
];

describe('the name of an issuer who is a natural person', () => {
  it.each([PERSON, FOREIGNER, MINOR])('must be the one that an operator set (%s)', async (nif) => {
    expect(await createOne(nif, 'Gil Peña, Ana')).toEqual([]);
    await setName(nif, 'Peña Gil, Ana');
    expect(await createOne(nif, 'Gil Peña, Ana')).toEqual(WANTED('Peña Gil, Ana', nif));
    expect(await createOne(nif, null)).toEqual(WANTED('Peña Gil, Ana', nif));
    for (const same of ['Peña Gil, Ana', 'PENA GIL ANA', 'peña  gil ána', 'Pen\u0303a-Gil Ana.'])
      expect({ same, errors: await createOne(nif, same) }).toEqual({ same, errors: [] });
  });

  it('must otherwise be the one in the last record that AEAT accepted, not in one that it rejected', async () => {
    await take(PERSON, 'Peña Gil, Ana');
    expect(await createOne(PERSON, 'Talleres Ana')).toEqual(
      WANTED('Peña Gil, Ana', PERSON, 'the last record that AEAT accepted has it'),
    );
    expect(await createOne(PERSON, 'PEÑA GIL ANA')).toEqual([]);
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    await take(FOREIGNER, 'Nobody');
    expect(await createOne(FOREIGNER, 'Somebody')).toEqual([]);
  });

  it('must otherwise be the same in all invoices of a batch', async () => {
    const names = ['Ana Peña Gil', 'Talleres Ana', 'ANA PENA GIL'];
    const errors = await create(3, (index) => ({ issuer_nif: PERSON, issuer_name: names[index]! }));
    expect(Object.values(errors).flat()).toEqual([
      `Issuer name must be Ana Peña Gil, as an earlier invoice of this batch names the person with NIF ${PERSON}`,
    ]);
  });

  it('is compared only for natural persons, not for companies', async () => {
    await take(COMPANY, 'Talleres SL');
    await setName(COMPANY, 'TALLERES IBERICA SL');
    expect(await createOne(COMPANY, 'Talleres Ibérica del Norte')).toEqual([]);
  });

  it('is compared only in the invoices of that issuer, in small and in large bodies', async () => {
    await setName(PERSON, 'Peña Gil, Ana');
    for (const count of [12, 900]) {
      const errors = await create(count, (index) => ({
        issuer_nif: index % 2 === 0 ? COMPANY : PERSON,
        issuer_name: index % 3 === 0 ? 'Otra' : 'Peña Gil, Ana',
        footer_note: 'x'.repeat(400),
      }));
      const wrong = Array.from({ length: count }, (_none, index) => index).filter((index) => index % 6 === 3);
      expect(errors).toEqual(
        Object.fromEntries(
          wrong.map((index) => [`N${series}-ext-${index}`, WANTED('Peña Gil, Ana', PERSON)]),
        ),
      );
    }
  });

  it('is not compared with the one in another organization', async () => {
    await setName(PERSON, 'Peña Gil, Ana');
    const other = await test.api.createOrganization('Otra SL');
    const body = buildBatchBody(1, 'O', () => ({ issuer_nif: PERSON, issuer_name: 'Talleres Ana' }));
    expect((await test.api.post(other.token, body)).json()).not.toHaveProperty('errors');
  });
});
