import type { Pool } from 'pg';
import type { SpfeChannel, SpfeState } from '../../src/contracts/spfe.ts';

/** How a delivery is stored before the workers carry it on. */
export type NewDelivery = {
  readonly state?: Extract<SpfeState, 'not_concerned' | 'unknown' | 'elsewhere' | 'prepared' | 'pending'>;
  readonly channel?: SpfeChannel;
  readonly missing?: readonly string[];
  /** When it is due, and when it is created. */
  readonly at?: Date;
};

/** Stores deliveries of issued invoices with the rights of the owner, as the issuing does. */
export async function storeDeliveries(
  pool: Pool,
  ids: readonly number[],
  {
    state = 'pending',
    channel = 'interconnect',
    missing = ['is_business'],
    at = new Date(),
  }: NewDelivery = {},
): Promise<void> {
  await pool.query(
    `insert into spfe_deliveries (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, mode, channel, state, reason, missing, due_by, created_at)
     select x.id, x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date, case $2::text when 'prepared' then 'prepare' else 'send' end, $3, $2,
            case $2 when 'not_concerned' then 'consumer' end, case $2 when 'unknown' then $4::text[] end, case $2 when 'pending' then $5::timestamptz end, $5
     from issued_invoices x where x.id = any ($1::bigint[])`,
    [ids, state, channel, missing, at],
  );
}

/**
 * Moves a delivery through states, as the sending does, with what each of them needs.
 * @param at of the first answer; each further state is a second later.
 */
export async function moveDelivery(
  pool: Pool,
  id: number,
  states: readonly SpfeState[],
  at = new Date(),
): Promise<void> {
  for (const [index, state] of states.entries()) {
    if (state === 'sending')
      await pool.query(
        `with written as (
           insert into spfe_versions (issued_invoice_id, version, organization_id, is_copy, xml, size, sha256, ordered_by, reason, created_at)
           select d.issued_invoice_id, greatest(d.version, 1), d.organization_id, d.channel = 'copy', '', 1, sha256(''), o.ordered_by, o.reason, now()
           from spfe_deliveries d
           left join spfe_orders o on o.issued_invoice_id = d.issued_invoice_id and o.version = d.version
           where d.issued_invoice_id = $1
             and not exists (select from spfe_versions v where v.issued_invoice_id = $1 and v.version = greatest(d.version, 1)))
         update spfe_deliveries d set version = greatest(d.version, 1) where d.issued_invoice_id = $1`,
        [id],
      );
    await pool.query(
      `update spfe_deliveries set state = $2::text, csv = case when $2 = 'admitted' then 'CSV-1' else csv end,
              localizador = case when $2 = 'admitted' then 'LOC-1' else localizador end,
              code = case $2 when 'rejected' then 'SPFE-GEN-01' when 'admitted' then null else code end,
              message = case $2 when 'rejected' then 'No válido' when 'admitted' then null else message end,
              answered_at = case when $2 in ('admitted', 'rejected', 'withdrawn') then $3::timestamptz else answered_at end
       where issued_invoice_id = $1`,
      [id, state, new Date(at.getTime() + index * 1000)],
    );
  }
}

/** Moves the last message of a kind about an invoice through states, as the sending does. */
export async function moveMessage(
  pool: Pool,
  id: number,
  kind: string,
  ...states: readonly string[]
): Promise<void> {
  for (const state of states)
    await pool.query(
      `update spfe_messages set state = $3::text, csv = case when $3 = 'accepted' then 'CSV-2' else csv end
       where id = (select max(m.id) from spfe_messages m where m.issued_invoice_id = $1 and m.kind = $2)`,
      [id, kind, state],
    );
}
