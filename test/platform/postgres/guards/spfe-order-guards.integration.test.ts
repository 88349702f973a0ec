import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#src/platform/postgres/open-database.ts';
import { openSpfeClient, type SpfeClient } from '../../../support/spfe-client.ts';
import { moveDelivery } from '../../../support/spfe-deliveries.ts';

describe('the guards of orders about deliveries to the SPFE and of their events', () => {
  let client: SpfeClient;
  let id: number;
  beforeAll(async () => {
    client = await openSpfeClient();
    id = await client.issue();
    await moveDelivery(client.api.workers.pool, id, ['sending', 'rejected']);
    await client.ask('POST', `/invoices/${id}/spfe/resend`, { reason: 'x' });
  });
  afterAll(() => client[Symbol.asyncDispose]());

  const refused = (sql: string, pool = client.api.database.pool) =>
    pool.query(sql).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  it.each(['spfe_orders', 'spfe_events'])('refuse a change and a deletion of %s', async (table) => {
    const { rowCount } = await client.api.database.pool.query(`select from ${table}`);
    expect(rowCount).toBe(1);
    expect(await refused(`update ${table} set organization_id = organization_id`)).toBe('23001');
    expect(await refused(`delete from ${table}`)).toBe('23001');
    expect(await refused(`truncate ${table} cascade`)).toBe('23001');
  });

  it('refuse an order of an operator without its act', async () => {
    const order = `insert into spfe_orders (organization_id, issued_invoice_id, action, ordered_by, ordered_at)
      select organization_id, issued_invoice_id, 'resend', 'operadora', now() from spfe_deliveries where issued_invoice_id = ${id}`;
    await using operator = openDatabase({
      url: client.api.database.urlOf('operator'),
      applicationName: 'test-operator',
      role: 'operator',
    });
    expect(await refused(order, operator.pool)).toBe('23001');
  });

  it('refuse the same version twice, and a fact that is none', async () => {
    const order = (columns: string, values: string) =>
      refused(
        `insert into spfe_orders (organization_id, issued_invoice_id, ordered_by, ordered_at, ${columns})
         select organization_id, issued_invoice_id, 'x', now(), ${values} from spfe_deliveries where issued_invoice_id = ${id}`,
      );
    expect(await order('action, version', `'resend', 2`)).toBe('23505');
    expect(await order('action, fact, is_so', `'facts', 'is_rich', true`)).toBe('23514');
    expect(await order('action', `'facts'`)).toBe('23514');
    expect(await order('action', `'forget'`)).toBe('23514');
  });
});
