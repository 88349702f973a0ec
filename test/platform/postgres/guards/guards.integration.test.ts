import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../../support/api.ts';
import { issueBatch, postBatch } from '../../../support/engine.ts';
import { INSERT_SERIES } from '../../../support/series.ts';
import { storeRenderBatch } from '../../../support/pdfs.ts';
import { storeSignedFiles } from '../../../support/signed-files.ts';

/*
 * Statements that the database refuses for every role, because each would damage stored facts.
 * PostgreSQL must refuse each with the code of a constraint and not with that of an error in the
 * statement.
 */
describe('the guards of the database', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let other: TestOrganization;
  let issued: number;
  let pending: number;

  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
    other = await api.createOrganization('Otra SL');
    issued = await issueBatch(api, organization, 3, 'G');
    pending = await postBatch(api, organization, 3, 'P');
    await api.database.pool.query(
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', '{}')`,
      [organization.id],
    );
    await api.database.pool.query(
      `insert into recipient_profiles (organization_id, recipient_document, profile) values ($1, 'A12345674', '{}')`,
      [organization.id],
    );
    await api.database.pool.query(INSERT_SERIES, [organization.id]);
    await storeRenderBatch(api, [issued * 1000 + 1]);
    await storeSignedFiles(api.database.pool);
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const refused = (sql: string, connection: Pick<TestApi['database']['pool'], 'query'> = api.database.pool) =>
    connection.query(sql).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  it.each([
    [
      'a render batch with another hash',
      `insert into render_batches (organization_id, version, sha256, content) select id, 1, sha256('\\x00'), '\\x01' from organizations`,
    ],
    [
      'a PDF in a render batch of another organization',
      `insert into pdfs (issued_invoice_id, organization_id, pages, render_batch_id)
       select x.id, (select max(id) from organizations), 1, (select max(id) from render_batches) from issued_invoices x
       where not exists (select from pdfs p where p.issued_invoice_id = x.id)`,
    ],
    [
      'a signed file of another organization',
      `insert into electronic_files (organization_id, issued_invoice_id, format, version, content, sha256, signed_at)
       select (select max(id) from organizations), max(id), 'facturae', 1, '', sha256(''), now() from issued_invoices`,
    ],
  ])('refuse %s', async (_, sql) => {
    expect(await refused(sql)).toMatch(/^23(503|514)$/);
  });

  it.each([
    ['a counter that moves without invoices', `update series_counters set last = 2`, '23503'],
    [
      'a counter with another pattern than its series',
      `with c as (insert into series_counters (series_id, year, organization_id, pattern, first, last)
                  select id, 1, organization_id, 'T{counter}', 1, 1 from series returning *)
       insert into series_skips (series_id, year, number, organization_id, issued_invoice_id)
       select series_id, year, 1, organization_id, 1 from c`,
      '23503',
    ],
    [
      'a series of rectifying and other types',
      `update series set invoice_types = '{F1,R1}', code = code`,
      '23001',
    ],
    [
      'a series with a pattern without a counter',
      `insert into series (organization_id, issuer_nif, code, pattern, invoice_types, start, created_at, changed_at, changed_by)
       select organization_id, issuer_nif, 'X', 'X', '{F1}', 1, now(), now(), 'x' from series`,
      '23514',
    ],
  ])('refuse %s', async (_what, sql, code) => {
    expect(await refused(sql)).toBe(code);
  });

  const TABLES = [
    'organizations',
    'api_keys',
    'batches',
    'batch_bodies',
    'batch_invoices',
    'issuer_profiles',
    'recipient_profiles',
    'series',
    'series_changes',
    'series_counters',
    'series_skips',
    'issued_invoices',
    'chains',
    'registration_records',
    'document_blocks',
    'record_blocks',
    'pdfs',
    'render_batches',
    'electronic_files',
    'credits',
    'payments',
    'payment_requests',
  ];
  it.each(TABLES)('refuse a deletion from %s', async (table) => {
    expect(await refused(`delete from ${table}`)).toBe('23001');
    expect(await refused(`truncate ${table} cascade`)).toBe('23001');
  });

  it.each([
    ['the body of a batch', `update batch_bodies set body = '\\x00'`],
    ['an issuer profile', `update issuer_profiles set profile = '{"city": "x"}'`],
    ['a recipient profile', `update recipient_profiles set profile = '{}'`],
    ['the present version of a recipient profile', `update recipient_profiles set superseded_at = now()`],
    ['the code of a series', `update series set code = 'G'`],
    ['the pattern of a series that has given numbers', `update series set pattern = 'T{counter}'`],
    ['a version of a series', `update series_changes set start = 2`],
    ['a counter backwards', `update series_counters set last = 1`],
    ['a skipped number', `update series_skips set number = 2`],
    ['the total of an issued invoice', `update issued_invoices set total = 1`],
    ['the hash of a record', `update registration_records set hash = repeat('A', 64)`],
    ['the literal of a record', `update registration_records set xml = ''`],
    ['a signed file', `update electronic_files set content = '\\x00'`],
    ['a PDF', `update pdfs set pages = 2`],
    ['the render batch of a PDF', `update pdfs set render_batch_id = 1 + render_batch_id`],
    ['the invoice of a PDF', `update pdfs set issued_invoice_id = issued_invoice_id + 1`],
    ['a render batch', `update render_batches set content = '\\x01'`],
  ])('refuse a change of %s', async (_what, sql) => {
    expect(await refused(sql)).toBe('23001');
  });

  it('refuse every invalid change of the state of a batch', async () => {
    for (const state of ['received', 'processing', 'processed_with_errors', 'failed']) {
      const sql = `update batches set status = '${state}', processed_at = null where id = ${issued}`;
      expect(await refused(sql)).toBe('23001');
    }
    for (const state of ['processed', 'processed_with_errors', 'failed']) {
      const sql = `update batches set status = '${state}', processed_at = now() where id = ${pending}`;
      expect(await refused(sql)).toBe('23001');
    }
    expect(await refused(`update batches set status = 'lost' where id = ${pending}`)).toMatch(/^23/);
  });

  it('refuse a final state without its time and a time without a final state', async () => {
    const insert = (status: string, time: string) =>
      refused(`insert into batches (organization_id, ordinal, status, invoices_count, received_at, processed_at)
               values (${organization.id}, 99, '${status}', 1, now(), ${time})`);
    expect(await insert('processed', 'null')).toBe('23514');
    expect(await insert('received', 'now()')).toBe('23514');
  });

  it.each([
    ['the organization', 'organization_id = organization_id + 1'],
    ['the ordinal', 'ordinal = ordinal + 10'],
    ['the number of invoices', 'invoices_count = 2'],
    ['the time of arrival', `received_at = received_at + interval '1 second'`],
  ])('refuse a change of %s of a batch', async (_what, change) => {
    expect(await refused(`update batches set ${change} where id = ${pending}`)).toBe('23001');
  });

  it('refuse two batches with the same ordinal', async () => {
    expect(
      await refused(`insert into batches (organization_id, ordinal, status, invoices_count, received_at)
                     values (${organization.id}, 1, 'received', 1, now())`),
    ).toBe('23505');
  });

  it.each([
    ['without a batch', '999999000', '999999', 'organization'],
    ['of another organization’s batch', '__PENDING__001', '__PENDING__', 'other'],
    ['beyond the batch’s count', '__PENDING__003', '__PENDING__', 'organization'],
    ['whose id does not match its batch', '999999001', '__PENDING__', 'organization'],
  ])('refuse a batch invoice %s', async (_what, id, batch, owner) => {
    const organizationId = owner === 'other' ? other.id : organization.id;
    const sql = `insert into batch_invoices (id, organization_id, batch_id) values (${id}, ${organizationId}, ${batch})`;
    expect(await refused(sql.replaceAll('__PENDING__', String(pending)))).toMatch(/^23(503|514|505)$/);
  });

  it('refuse a batch invoice that fails after it was issued, fails twice or changes its sent data', async () => {
    expect(
      await refused(`update batch_invoices set processing_error = 'x' where id = ${issued * 1000}`),
    ).toBe('23001');
    expect(await refused(`update batch_invoices set invoice_number = 'x' where id = ${pending * 1000}`)).toBe(
      '23001',
    );
    await api.database.pool.query(
      `update batch_invoices set processing_error = 'x' where id = ${pending * 1000}`,
    );
    expect(
      await refused(`update batch_invoices set processing_error = 'y' where id = ${pending * 1000}`),
    ).toBe('23001');
    expect(
      await refused(`update batch_invoices set processing_error = null where id = ${pending * 1000}`),
    ).toBe('23001');
  });

  it.each([
    ['both languages', "processing_error = 'x', processing_error_es = 'y'", 'accepted'],
    // Version 1.0.0, which may still run during an upgrade, writes no other.
    ['English only', "processing_error = 'x'", 'accepted'],
    ['Spanish only', "processing_error_es = 'y'", '23514'],
  ])('judge a failure that is stated in %s', async (_what, values, outcome) => {
    const sql = `update batch_invoices set ${values} where id = ${pending * 1000 + 1}`;
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      expect(await refused(sql, client)).toBe(outcome);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  const issue = (id: number, organizationId: number, number: string) =>
    refused(`insert into issued_invoices
               (id, organization_id, issuer_nif, invoice_number, issue_date, total, invoice_type, issuer_name, document_bytes, issued_at)
             values (${id}, ${organizationId}, 'B12345674', '${number}', '2026-11-20', 1, 'F1', 'Una SL', 2, now())`);

  it('refuse an issued invoice of a failed, foreign or missing batch invoice, and a second one of the same', async () => {
    await api.database.pool
      .query(`update batch_invoices set processing_error = 'x' where id = ${pending * 1000 + 2}`)
      .catch(() => {});
    expect(await issue(pending * 1000 + 2, organization.id, 'X-1')).toBe('23503');
    expect(await issue(pending * 1000 + 1, other.id, 'X-2')).toBe('23503');
    expect(await issue(999_999_000, organization.id, 'X-3')).toBe('23503');
    expect(await issue(issued * 1000, organization.id, 'X-4')).toBe('23505');
  });

  it('refuse two issued invoices with the same issuer, number and date', async () => {
    expect(await issue(pending * 1000 + 1, organization.id, 'G-1')).toBe('23505');
  });

  const record = (changes: Record<string, string>) => {
    const values = {
      chain_id: `(select id from chains where organization_id = ${organization.id})`,
      sequence: '4',
      organization_id: String(organization.id),
      issued_invoice_id: String(issued * 1000),
      kind: `'anulacion'`,
      previous_hash: `(select last_hash from chains where organization_id = ${organization.id})`,
      hash: `repeat('A', 64)`,
      xml: `''`,
      generated_at: 'now()',
      ...changes,
    };
    return refused(
      `insert into registration_records (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`,
    );
  };

  it.each([
    ['leaves a gap', { sequence: '6' }, /^23503$/],
    ['has the sequence of another record', { sequence: '3' }, /^(23503|23505)$/],
    ['links to another hash', { previous_hash: `repeat('B', 64)` }, /^23503$/],
    ['claims to be the first', { previous_hash: 'null' }, /^23514$/],
    ['starts a second chain', { sequence: '1', previous_hash: 'null' }, /^23505$/],
    ['has an invalid hash', { hash: `repeat('a', 64)` }, /^23514$/],
    ['is of another organization', { organization_id: '0' }, /^23503$/],
    ['belongs to no invoice', { issued_invoice_id: '1' }, /^23503$/],
    ['is of an unknown kind', { kind: `'baja'` }, /^23514$/],
  ])('refuse a registration record that %s', async (_what, changes, code) => {
    const found = await record(changes);
    expect(found).toMatch(code);
  });

  it.each([
    ['goes back', 'sequence = 1'],
    ['runs ahead of its records', `sequence = 9, last_hash = repeat('A', 64)`],
    ['points to another hash', `sequence = sequence + 1, last_hash = repeat('A', 64)`],
    ['changes its issuer', `issuer_nif = 'A12345674'`],
    ['changes its installation number', `installation_number = 'x'`],
  ])('refuse a chain head that %s', async (_what, change) => {
    expect(await refused(`update chains set ${change} where organization_id = ${organization.id}`)).toBe(
      '23001',
    );
  });

  it('refuse a rendered batch that becomes unrendered', async () => {
    await api.database.pool.query(`update batches set rendered_at = now() where id = ${issued}`);
    expect(await refused(`update batches set rendered_at = null where id = ${issued}`)).toBe('23001');
  });
});
