import type { TableRule } from './table-rules.ts';

/** When operators' acts began to be written down here. */
const FROM_THE_FIRST = '(select min(at) from operator_acts)';

/** Rows that something was done to, by the column that says when, and no act of them. @param says what, with %s for the id. */
const withoutAct = (table: string, column: string, act: string, says: string) => `
      select format('${says}', r.id) from ${table} r
      where r.${column} > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = '${act}' and a.subject_id = r.id)`;

/** What is changed by an order has its row in operator_acts. */
export const ACT_RULES: readonly TableRule[] = [
  {
    invariant: 'I11',
    says: 'A correction was written down with the operator who gave the order',
    of: 'corrections',
    breaks: `
      select format('correction %s of invoice %s has no act', c.id, c.issued_invoice_id)
      from corrections c
      where c.created_at > ${FROM_THE_FIRST} and not exists (
        select from operator_acts a
        where a.act in ('invoice.annul', 'invoice.resend') and a.subject_id = c.issued_invoice_id and a.operator = c.operator
          and a.organization_id = c.organization_id)`,
  },
  {
    invariant: 'I11',
    says: 'An order of the dashboard that was carried out has its correction and its act, and no other has',
    of: 'corrections',
    breaks: `
      select format('order %s is done without its act', o.id) from correction_orders o
      where o.outcome = 'done' and not exists (
        select from operator_acts a join corrections c on c.issued_invoice_id = a.subject_id and c.operator = a.operator
        where a.act = 'invoice.' || o.wish and a.subject_id = o.issued_invoice_id and a.operator = o.operator and a.details ->> 'order' = o.id::text)
      union all
      select format('correction %s of invoice %s names the dashboard, and no order of it', c.id, c.issued_invoice_id) from corrections c
      where starts_with(c.operator, 'dashboard:') and not exists (
        select from correction_orders o where o.issued_invoice_id = c.issued_invoice_id and o.operator = c.operator and o.outcome = 'done')`,
  },
  {
    invariant: 'I11',
    says: 'Operators that were added or removed were written down, and may do what was',
    of: 'operator_acts',
    breaks: `
      ${withoutAct('operators', 'created_at', 'operator.add', 'operator %s has no act operator.add')}
      union all
      ${withoutAct('operators', 'removed_at', 'operator.remove', 'operator %s is removed without an act')}
      union all
      select format('operator %s has another role than was given', r.id) from operators r
      where r.role <> coalesce(
        (select coalesce(a.details ->> 'to', a.details ->> 'role') from operator_acts a
         where a.act in ('operator.add', 'operator.role') and a.subject_id = r.id order by a.id desc limit 1),
        r.role)`,
  },
  {
    invariant: 'I11',
    says: 'Keys that were made, given other rights or revoked were written down',
    of: 'api_keys',
    breaks: `
      ${withoutAct('api_keys', 'created_at', 'key.create', 'key %s has no act key.create')}
      union all
      ${withoutAct('api_keys', 'revoked_at', 'key.revoke', 'key %s is revoked without an act')}
      union all
      select format('key %s has other rights than it was given', k.id) from api_keys k
      where to_jsonb(k.rights) <> coalesce(
        (select coalesce(a.details -> 'to', a.details -> 'rights') from operator_acts a
         where a.act in ('key.create', 'key.rights') and a.subject_id = k.id order by a.id desc limit 1),
        '["submit", "read"]')`,
  },
  {
    invariant: 'I11',
    says: 'Certificates that were added or removed, and chains that were retired, were written down',
    of: 'operator_acts',
    breaks: `
      ${withoutAct('certificates', 'created_at', 'certificate.add', 'certificate %s has no act certificate.add')}
      union all
      ${withoutAct('certificates', 'removed_at', 'certificate.remove', 'certificate %s is removed without an act')}
      union all
      ${withoutAct('chains', 'retired_at', 'chain.renew', 'chain %s is retired without an act')}`,
  },
  {
    invariant: 'I11',
    says: 'What was erased was over, and was written down',
    of: 'batch_bodies',
    breaks: `
      select format('the body of batch %s was erased before its time', y.batch_id)
      from batch_bodies y join batches b on b.id = y.batch_id
      where y.erased_at is not null and (b.processed_at is null or greatest(b.received_at, b.processed_at) > y.erased_at - interval '28 days')
      union all
      select format('%s of %s %s are erased without an act', e.count - coalesce(a.sum, 0), e.count, e.kind)
      from (
        select 'bodies' as kind, count(*) from batch_bodies where erased_at is not null
        union all select 'failures', count(*) from batch_invoices where erased_at is not null
        union all select 'certificates', count(*) from certificates where erased_at is not null
        union all select 'envelopes', count(*) from submissions where erased_at is not null
        union all select 'answers', count(*) from submission_attempts where erased_at is not null) e
      left join (
        select details ->> 'kind' as kind, sum((details ->> 'rows')::bigint) as sum
        from operator_acts where act = 'retention.erase' group by 1) a on a.kind = e.kind
      where e.count <> coalesce(a.sum, 0)`,
  },
];
