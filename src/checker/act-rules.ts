import type { TableRule } from './table-rules.ts';

/** The time of the first recorded act; earlier changes have no act. */
const FROM_THE_FIRST = '(select min(at) from operator_acts)';

/**
 * Selects the rows of a table whose time column is set although no act records it.
 * @param says the message, with %s for the id.
 */
const withoutAct = (table: string, column: string, act: string, says: string) => `
      select format('${says}', r.id) from ${table} r
      where r.${column} > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = '${act}' and a.subject_id = r.id)`;

/** Rules for changes by operators, which must have a row in operator_acts. */
export const ACT_RULES: readonly TableRule[] = [
  {
    invariant: 'I11',
    says: 'Every correction has an act with the operator who ordered it',
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
    says: 'An order of the dashboard has a correction and an act if and only if it was carried out',
    of: 'corrections',
    breaks: `
      select format('order %s is done without its act', o.id) from correction_orders o
      where o.outcome = 'done' and not exists (
        select from operator_acts a join corrections c on c.issued_invoice_id = a.subject_id and c.operator = a.operator
        where a.act = 'invoice.' || o.action and a.subject_id = o.issued_invoice_id and a.operator = o.operator and a.details ->> 'order' = o.id::text)
      union all
      select format('correction %s of invoice %s names the dashboard, but has no order', c.id, c.issued_invoice_id) from corrections c
      where starts_with(c.operator, 'dashboard:') and not exists (
        select from correction_orders o where o.issued_invoice_id = c.issued_invoice_id and o.operator = c.operator and o.outcome = 'done')`,
  },
  {
    invariant: 'I11',
    says: 'Every added or removed operator has an act, and every operator has the role of the last act',
    of: 'operator_acts',
    breaks: `
      ${withoutAct('operators', 'created_at', 'operator.add', 'operator %s has no act operator.add')}
      union all
      ${withoutAct('operators', 'removed_at', 'operator.remove', 'operator %s is removed without an act')}
      union all
      select format('operator %s has another role than the recorded acts gave it', r.id) from operators r
      where r.role <> coalesce(
        (select coalesce(a.details ->> 'to', a.details ->> 'role') from operator_acts a
         where a.act in ('operator.add', 'operator.role') and a.subject_id = r.id order by a.id desc limit 1),
        r.role)`,
  },
  {
    invariant: 'I11',
    says: 'Every created or revoked API key has an act, and every key has the rights of the last act',
    of: 'api_keys',
    breaks: `
      ${withoutAct('api_keys', 'created_at', 'key.create', 'key %s has no act key.create')}
      union all
      ${withoutAct('api_keys', 'revoked_at', 'key.revoke', 'key %s is revoked without an act')}
      union all
      select format('key %s has other rights than the recorded acts gave it', k.id) from api_keys k
      where to_jsonb(k.rights) <> coalesce(
        (select coalesce(a.details -> 'to', a.details -> 'rights') from operator_acts a
         where a.act in ('key.create', 'key.rights') and a.subject_id = k.id order by a.id desc limit 1),
        '["submit", "read"]')`,
  },
  {
    invariant: 'I11',
    says: 'Every added or removed certificate and every retired chain has an act',
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
    says: 'Data was erased only after its retention period, and every erasure has an act',
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
        union all select 'answers', count(*) from submission_attempts where erased_at is not null
        union all select 'sii_messages', count(*) from sii_messages where erased_at is not null
        union all select 'sii_answers', count(*) from sii_attempts where erased_at is not null
        union all select 'spfe_requests', count(*) from spfe_requests where erased_at is not null) e
      left join (
        select details ->> 'kind' as kind, sum((details ->> 'rows')::bigint) as sum
        from operator_acts where act = 'retention.erase' group by 1) a on a.kind = e.kind
      where e.count <> coalesce(a.sum, 0)`,
  },
];
