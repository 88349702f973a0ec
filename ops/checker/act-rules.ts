import type { TableRule } from './table-rules.ts';

/** When operators' acts began to be written down here. */
const FROM_THE_FIRST = '(select min(at) from operator_acts)';

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
    says: 'Keys that were made, given other rights or revoked were written down',
    of: 'api_keys',
    breaks: `
      select format('key %s has no act key.create', k.id) from api_keys k
      where k.created_at > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = 'key.create' and a.subject_id = k.id)
      union all
      select format('key %s is revoked without an act', k.id) from api_keys k
      where k.revoked_at > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = 'key.revoke' and a.subject_id = k.id)
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
      select format('certificate %s has no act certificate.add', c.id) from certificates c
      where c.created_at > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = 'certificate.add' and a.subject_id = c.id)
      union all
      select format('certificate %s is removed without an act', c.id) from certificates c
      where c.removed_at > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = 'certificate.remove' and a.subject_id = c.id)
      union all
      select format('chain %s is retired without an act', c.id) from chains c
      where c.retired_at > ${FROM_THE_FIRST}
        and not exists (select from operator_acts a where a.act = 'chain.renew' and a.subject_id = c.id)`,
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
