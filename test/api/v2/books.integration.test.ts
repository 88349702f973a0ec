import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookRow } from '../../../src/contracts/v2/book-columns.ts';
import type { CreateBatchAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import type { BookNoteView } from '../../../src/contracts/v2/book-answer.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import {
  BOOK_CASES,
  byLetter,
  type BookCase,
  expectedRows,
  lettered,
  parametersOf,
} from '../../domain/support/book-cases.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { BY_TEST, type TestOrganization } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { openCorrecting, type TestCorrecting } from '../support/open-correcting.ts';
import { readSheets } from '../support/read-xlsx.ts';

/** The day of the latest invoices of the cases. */
const TODAY = new Date('2026-11-24T11:00:00Z');

type Answer = {
  readonly data: {
    readonly rows: readonly (BookRow & { year: number })[];
    readonly totals: readonly BookRow[];
    readonly notes: readonly BookNoteView[];
    readonly notes_count: Readonly<Record<string, number>>;
  };
};

let test: TestCorrecting;
beforeAll(async () => {
  test = await openCorrecting();
  test.api.clock.now = TODAY;
});
afterAll(() => test[Symbol.asyncDispose]());

/** Issues invoices in batches of their own, so that later ones can name earlier ones. */
async function issue({ token }: TestOrganization, invoices: readonly InvoiceInput[]): Promise<number[]> {
  const ids: number[] = [];
  for (const invoice of invoices) {
    const body = { invoice_batch: { invoices: [invoice] } };
    const answer = await test.api.post(token, body, { key: randomUUID(), version: 2 });
    const { data, errors } = answer.json<CreateBatchAnswer>();
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    const outcome = await issueInTurn(test.api, data.id);
    if (outcome.kind !== 'issued' || outcome.issued !== 1) throw new Error(JSON.stringify(outcome));
    ids.push(data.id * 1000);
  }
  return ids;
}

const download = ({ token }: TestOrganization, query: string) =>
  test.api.get(token, `/books/issued?${query}`, {}, 2);

const period = (issuer: string, more = '') => `issuer_nif=${issuer}&from=2026-01-01&to=2026-12-31${more}`;

/** Issues the invoices of a case for an organization of its own and puts them into their states. */
async function arrange(given: BookCase): Promise<TestOrganization> {
  const organization = await test.api.createOrganization(given.id, null, ['submit', 'read', 'correct']);
  const { parameters, invoices, states = {} } = given;
  if (parameters !== undefined)
    await addIssuerProfile(
      test.api.database.orm,
      organization.id,
      invoices[0]!.issuer_nif,
      { ...buildProfile(), book: parametersOf(given) },
      BY_TEST,
    );
  for (const invoice of invoices) {
    const [id] = await issue(organization, [invoice]);
    const state = states[invoice.number_serie];
    if (state?.verifactu_state === 'rejected') test.refuseNext();
    if (given.states !== undefined) await send(organization);
    if (state?.annulled_on !== undefined) await annul(organization, id!);
    if (state?.annulled_on !== undefined) await send(organization);
  }
  return organization;
}

/** Sends the pending records of an organization to the AEAT sandbox. */
async function send({ id }: TestOrganization): Promise<void> {
  const chains = await test.read<{ id: number }>(
    'select id::float8 as id from chains where organization_id = $1',
    [id],
  );
  for (const chain of chains) await test.remit(chain.id);
  test.pass(61);
}

async function annul({ token }: TestOrganization, id: number): Promise<void> {
  const answer = await test.order('annul', id, { reason: 'Por error' }, token, 2);
  if (answer.statusCode >= 300) throw new Error(answer.body);
}

it.each(BOOK_CASES.map((one) => [one.id, one] as const))(
  "the case %s of AEAT's book has the same rows in every form",
  async (_, given) => {
    const organization = await arrange(given);
    const nif = given.invoices[0]!.issuer_nif;
    const [json, csv, xlsx] = await Promise.all([
      download(organization, period(nif)),
      download(organization, period(nif, '&format=csv')),
      download(organization, period(nif, '&format=xlsx')),
    ]);
    const { rows, notes } = json.json<Answer>().data;
    // The engine does not know collections yet.
    const expected = expectedRows(given).filter((row) => row['AA'] === undefined);
    expect(rows.map(({ year, ...row }) => byLetter({ ...row, year: String(year) }))).toEqual(expected);
    const lines = csv.body.slice(1).split('\r\n').slice(2, -1);
    expect(lines.map((line) => lettered(line.split(';')))).toEqual(expected);
    const sheets = await readSheets(xlsx.rawPayload);
    expect(sheets[0]!.name).toBe(given.sheet);
    expect(sheets[0]!.texts.slice(2).map(lettered)).toEqual(expected);
    expect(notes.filter((note) => !note.in_book).map((note) => note.invoice_number)).toEqual(
      given.expected.excluded ?? [],
    );
    expect(notes.some(({ code }) => code === 'collections_unknown')).toBe(given.collections !== undefined);
  },
);

describe('the book of an organization', () => {
  let organization: TestOrganization;
  let other: TestOrganization;
  const FORMULA = '=HYPERLINK("http://example.com";"x")';
  const RECIPIENT = {
    document_type: 'nif' as const,
    document_number: 'A12345674',
    address: 'Calle Mayor 1',
    postal_code: '28013',
    city: 'Madrid',
  };
  const sale = (number: string, changes: InvoiceInput = {}): InvoiceInput => ({
    issuer_nif: 'B12345674',
    number_serie: number,
    issue_date: '2026-11-20',
    recipients: [{ ...RECIPIENT, name: 'Cliente Ejemplo SA' }],
    lines: [{ concept: 'Servicio', units: '1', unit_price: '100.00', tax_rate: '21' }],
    ...changes,
  });
  let ids: number[];

  beforeAll(async () => {
    test.api.clock.now = TODAY;
    organization = await test.api.createOrganization('Libros, «Año» y Más SL', null, [
      'submit',
      'read',
      'correct',
    ]);
    other = await test.api.createOrganization('Otra SL');
    ids = await issue(organization, [
      sale('F-10'),
      sale('F-2', { recipients: [{ ...RECIPIENT, name: FORMULA }] }),
      sale('F-1', { issue_date: '2026-11-24', operation_date: '2026-11-02' }),
      sale('@F-3', { issue_date: '2026-11-24' }),
      sale('F-4'),
    ]);
    await send(organization);
    await annul(organization, ids[4]!);
    await issue(other, [sale('OTRA-1', { issuer_nif: 'A12345674' })]);
  }, 60_000);

  const numbers = async (query: string) =>
    (await download(organization, query)).json<Answer>().data.rows.map(({ number }) => number);

  it('has the invoices by issue date and number, and notes what is annulled', async () => {
    const {
      rows,
      notes,
      totals,
      notes_count: counts,
    } = (await download(organization, period('B12345674'))).json<Answer>().data;
    expect(rows.map(({ number }) => number)).toEqual(['F-2', 'F-10', '@F-3', 'F-1']);
    expect(notes).toMatchObject([
      { code: 'activity_unknown', issued_invoice_id: null },
      {
        code: 'annulled',
        in_book: false,
        invoice_number: 'F-4',
        issue_date: '2026-11-20',
        issued_invoice_id: ids[4],
      },
    ]);
    expect(counts).toEqual({ activity_unknown: 1, annulled: 1 });
    expect(totals).toEqual([
      {
        year: 2026,
        period: '4T',
        tax_regime: '01',
        tax_operation_key: 'S1',
        tax_rate: '21.00',
        total: '484.00',
        base: '400.00',
        tax: '84.00',
      },
    ]);
  });

  it('begins on 1 January without a first day, contains operations of the period whatever their issue date, and notes what was issued in it for another', async () => {
    expect(await numbers('issuer_nif=B12345674&to=2026-12-31')).toHaveLength(4);
    expect(await numbers('issuer_nif=B12345674&from=2026-11-01&to=2026-11-10')).toEqual(['F-1']);
    const day = await download(organization, 'issuer_nif=B12345674&from=2026-11-24&to=2026-11-24');
    const { rows, notes } = day.json<Answer>().data;
    expect(rows.map(({ number }) => number)).toEqual(['@F-3']);
    // F-1 was issued on this day, but for an operation of the 2nd.
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: 'other_book',
        in_book: false,
        invoice_number: 'F-1',
        message: expect.stringContaining('02/11/2026') as string,
      }),
    );
    const partial = await download(organization, 'issuer_nif=B12345674&from=2026-11-01&to=2026-11-10');
    expect(partial.json<Answer>().data.notes.map(({ code }) => code)).toContain('partial_year');
  });

  it('in XLSX has no formula, merged headers, and a sheet of notes unless it is not wanted', async () => {
    const answer = await download(organization, period('B12345674', '&format=xlsx'));
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="2026B12345674ELibros, Ano y Mas SL.xlsx"; filename*=UTF-8''2026B12345674ELibros%2C%20%C2%ABA%C3%B1o%C2%BB%20y%20M%C3%A1s%20SL.xlsx`,
    );
    const [book, notes] = await readSheets(answer.rawPayload);
    expect(book!.texts[2]![16]).toBe(FORMULA.slice(0, 40));
    expect(book).toMatchObject({ formulas: 0, types: { A3: 'n', I3: 'n', V3: 'n' } });
    expect([book!.types['B3'], book!.types['L3'], book!.types['P3']]).not.toContain('n');
    expect(book!.merged).toEqual(expect.arrayContaining(['A1:B1', 'C1:E1', 'F1:F2', 'AA1:AD1', 'AJ1:AJ2']));
    expect(book!.texts[0]!.slice(0, 3)).toEqual(['Autoliquidación', '', 'Actividad']);
    expect(book!.texts[1]!.slice(0, 2)).toEqual(['Ejercicio', 'Periodo']);
    expect(notes!.name).toBe('AVISOS');
    expect(notes!.texts.at(-1)!.slice(0, 4)).toEqual(['F-4', '20/11/2026', 'No', 'annulled']);
    const alone = await download(organization, period('B12345674', '&format=xlsx&notes=false'));
    expect((await readSheets(alone.rawPayload)).map(({ name }) => name)).toEqual(['EXPEDIDAS']);
    expect(alone.headers['link']).toContain('format=json');
  });

  it('in CSV has an apostrophe before what could be a formula, quotes, and a byte order mark', async () => {
    const answer = await download(organization, period('B12345674', '&format=csv'));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      link: '</api/v2/books/issued?issuer_nif=B12345674&from=2026-01-01&to=2026-12-31&book=E&format=json>; rel="describedby"',
    });
    expect(answer.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const lines = answer.body.split('\r\n');
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://example.com"";""x"`);
    expect(lines[4]).toContain(";'@F-3;");
  });

  it('is that of its own issuers only', async () => {
    for (const format of ['json', 'csv', 'xlsx']) {
      const answer = await download(organization, period('A12345674', `&format=${format}`));
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
    expect((await download(other, period('B12345674'))).statusCode).toBe(404);
  });

  it.each([
    ['of two years', 'issuer_nif=B12345674&from=2025-12-31&to=2026-12-31', 400],
    ['that ends before it begins', 'issuer_nif=B12345674&from=2026-12-31&to=2026-12-30', 400],
    ['of the year 0', 'issuer_nif=B12345674&to=0000-12-31', 400],
    ['of the year 9999', 'issuer_nif=B12345674&to=9999-12-31', 400],
    ['without an end', 'issuer_nif=B12345674', 400],
    ['that is joint for a legal person', period('B12345674', '&book=U'), 400],
    ['in an unknown format', period('B12345674', '&format=pdf'), 400],
  ])('%s is refused', async (_title, query, status) => {
    expect((await download(organization, query)).statusCode).toBe(status);
  });

  it('with a damaged document is an error and not a broken file, and the next book can be written', async () => {
    const { pool } = test.api.database;
    const change = (sql: string) =>
      pool.query(`set session_replication_role = 'replica'; ${sql}; reset session_replication_role`);
    const batch = Math.floor(ids[0]! / 1000);
    const { rows } = await pool.query<{ sha256: Buffer }>(
      'select sha256 from document_blocks where batch_id = $1',
      [batch],
    );
    await change(
      `update document_blocks set sha256 = decode(repeat('00', 32), 'hex') where batch_id = ${batch}`,
    );
    const failed = await download(organization, period('B12345674', '&format=csv'));
    expect(failed.statusCode).toBe(500);
    expect(failed.headers).not.toHaveProperty('link');
    await change(
      `update document_blocks set sha256 = decode('${rows[0]!.sha256.toString('hex')}', 'hex') where batch_id = ${batch}`,
    );
    expect((await download(organization, period('B12345674'))).statusCode).toBe(200);
  });
});
