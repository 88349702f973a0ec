import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../../support/api.ts';
import { issueBatch, postBatch } from '../../../support/engine.ts';

/*
 * The database refuses, for every role, an issued invoice or a first record whose literal is in no
 * block.
 */
describe('the guards of literal blocks', () => {
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
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const refused = (sql: string) =>
    api.database.pool.query(sql).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  it.each(['document_blocks', 'record_blocks'])('refuse a change or deletion of %s', async (table) => {
    for (const sql of [
      `update ${table} set content = '\\x00'`,
      `update ${table} set occupancy = 1`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      expect(await refused(sql)).toBe('23001');
  });

  it.each([
    ['without a batch', { batch_id: '99999' }, '23503'],
    ['of ids without a partition', { batch_id: '999999999' }, '23514'],
    ['of another organization', { organization_id: 'other' }, '23503'],
    ['of a part that no batch has', { part: '16' }, '23514'],
    ['without an invoice', { occupancy: '0' }, '23514'],
    ['with an invalid hash', { sha256: `'\\x00'` }, '23514'],
    ['that already exists', { batch_id: 'issued' }, '23505'],
  ])('refuse a block %s', async (_what, changes: Record<string, string>, code) => {
    for (const table of ['document_blocks', 'record_blocks']) {
      const values: Record<string, string> = {
        batch_id: String(pending),
        organization_id: String(organization.id),
        occupancy: '1',
        part: '0',
        codec: '1',
        sha256: `sha256('')`,
        content: `''`,
        ...changes,
      };
      if (values['organization_id'] === 'other') values['organization_id'] = String(other.id);
      if (values['batch_id'] === 'issued') values['batch_id'] = String(issued);
      expect(
        await refused(
          `insert into ${table} (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`,
        ),
      ).toBe(code);
    }
  });

  const block = (owner: number, occupancy: number, table = 'document_blocks') =>
    `insert into ${table} (batch_id, organization_id, occupancy, part, codec, sha256, content)
     values (${pending}, ${owner}, ${occupancy}, 0, 1, sha256(''), '')`;
  const issue = (places: readonly number[], bytes: string) =>
    `insert into issued_invoices
       (id, organization_id, issuer_nif, invoice_number, issue_date, total, invoice_type, issuer_name, document_bytes, issued_at)
     select ${pending} * 1000 + place, ${organization.id}, 'B12345674', 'X-' || place, '2026-11-20', 1, 'F1', 'Una SL', ${bytes}, now()
     from unnest('{${places.join(',')}}'::int[]) place`;
  const together = (first: string, second: string) => `with compressed as (${first}) ${second}`;

  it('refuse an issued invoice whose document is not in the block of its part', async () => {
    expect(await refused(issue([0], '2'))).toBe('23503');
    // The block contains another document, one too many or one too few.
    expect(await refused(together(block(organization.id, 0b10), issue([0], '2')))).toBe('23503');
    expect(await refused(together(block(organization.id, 0b11), issue([0], '2')))).toBe('23503');
    expect(await refused(together(block(organization.id, 0b01), issue([0, 1], '2')))).toBe('23503');
    expect(await refused(together(block(organization.id, 0b01), issue([0], 'null')))).toBe('23502');
  });

  it('refuse a registration record whose XML is neither in its row nor in the block of its part', async () => {
    const record = (kind: string, xml: string) => `
      insert into registration_records
        (chain_id, sequence, organization_id, issued_invoice_id, kind, previous_hash, hash, xml, generated_at)
      select id, sequence + 1, organization_id, ${issued} * 1000, '${kind}', last_hash, repeat('A', 64), ${xml}, now()
      from chains where organization_id = ${organization.id}`;
    // The block of the batch contains the first record of this invoice, which already exists.
    expect(await refused(record('alta', 'null'))).toBe('23503');
    expect(await refused(record('anulacion', 'null'))).toBe('23503');
  });

  it('accept the statements of the product', async () => {
    expect(await refused(together(block(organization.id, 0b101), issue([0, 2], '2')))).toBe('accepted');
  });
});
