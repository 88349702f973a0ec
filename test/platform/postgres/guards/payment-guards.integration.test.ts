import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayer } from '../../../support/payer.ts';
import { openTestSii, type TestSii } from '../../../support/sii.ts';

/*
 * Statements about payments and their collections in SII that the database refuses for every role.
 * Of the payments of the first invoice AEAT has the collection of one and rejected that of another;
 * that of the second invoice waits.
 */
describe('the guards of payments and collections', () => {
  let test: TestSii;
  let waiting: number;
  beforeAll(async () => {
    test = await openTestSii();
    const payer = openPayer(test);
    const [first, second, third] = await payer.issue(3);
    await test.sendAll();
    await payer.pay(first!, { amount: '21.00' });
    await test.sendAll();
    await payer.pay(first!, { amount: '60.00' });
    const refusal = { kind: 'record-error', code: 3005, records: 1, service: 'sii', count: 1 } as const;
    test.sandbox.control.addFaults(refusal);
    await test.sendAll();
    waiting = (await payer.pay(second!)).id;
    await payer.pay(third!, { amount: '1.00' });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const refused = (sql: string) =>
    test.pool.query(sql.replaceAll('$waiting', String(waiting))).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  it.each(['payments', 'payment_requests', 'sii_collections'])('refuse a deletion from %s', async (table) => {
    expect(await refused(`delete from ${table}`)).toBe('23001');
    expect(await refused(`truncate ${table} cascade`)).toBe('23001');
  });

  it.each([
    ['the amount of a payment', `update payments set amount = 1`],
    ['what a payment left outstanding', `update payments set outstanding = 0`],
    ['the request of a payment', `update payment_requests set sha256 = sha256('x')`],
    ['the amount of a collection', `update sii_collections set amount = 1`],
    ['the day of a collection', `update sii_collections set collected_on = collected_on - 1`],
    ['the deadline of a collection', `update sii_collections set due_by = due_by + 1`],
    ['the payment of a collection', `update sii_collections set payment_id = payment_id + 1000`],
  ])('refuse a change of %s', async (_what, sql) => {
    expect(await refused(sql)).toBe('23001');
  });

  it.each([
    ['accepted', 'pending'],
    ['accepted', 'sent'],
    ['accepted', 'rejected'],
    ['accepted', 'withdrawn'],
    ['rejected', 'pending'],
    ['rejected', 'sent'],
    ['rejected', 'accepted'],
    ['pending', 'accepted'],
    ['pending', 'rejected'],
  ])(
    'refuse that a collection which is %s becomes %s, since AEAT would count it twice or never',
    async (from, to) => {
      expect(await test.read(`select from sii_collections where state = '${from}'`)).not.toEqual([]);
      expect(await refused(`update sii_collections set state = '${to}' where state = '${from}'`)).toBe(
        '23001',
      );
    },
  );

  it.each([
    ['that AEAT already has', `'accepted'`, 'organization_id', 'collected_on'],
    ['of another organization', `'pending'`, 'organization_id + 1', 'collected_on'],
    ['of another day', `'pending'`, 'organization_id', 'collected_on - 1'],
  ])('refuse a new collection %s', async (_what, state, organization, day) => {
    const client = await test.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('delete from sii_collections where payment_id = $1', [waiting]);
      await client.query('set local session_replication_role = origin');
      const added = client.query(
        `insert into sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, state, message_id,
           answered_at, created_at)
         select p.id, ${organization}, e.issuer_nif, e.issued_invoice_id, ${day}, p.amount, '01', ${state},
                (select max(id) from sii_messages), now(), now()
         from (select id, organization_id, issued_invoice_id, amount, paid_on as collected_on from payments where id = $1) p
         join (select issuer_nif, issued_invoice_id from sii_entries) e using (issued_invoice_id)`,
        [waiting],
      );
      await expect(added).rejects.toMatchObject({ code: '23503' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
