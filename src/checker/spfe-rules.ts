import type { TableRule } from './table-rules.ts';

/**
 * I2, I4 and I8: the deliveries of invoices to the SPFE. A decision concerns what is issued after it
 * was made.
 */
export const SPFE_RULES: readonly TableRule[] = [
  {
    invariant: 'I2',
    says: 'Every invoice of an issuer whose invoices are prepared or sent has a delivery to the SPFE as that was decided',
    of: 'issued_invoices',
    breaks: `
      select format('issued invoice %s: its issuer %s has mode %s, but it has %s', x.id, x.issuer_nif, d.mode,
                    coalesce('a delivery of mode ' || e.mode, 'no delivery'))
      from issued_invoices x
      join batches b on b.id = x.id / 1000
      join lateral (
        select r.mode from spfe_decisions r
        where r.issuer_nif = x.issuer_nif and r.valid_from <= x.issue_date and r.decided_at < b.received_at
          and (r.withdrawn_at is null or r.withdrawn_at > b.processed_at)
        order by r.valid_from desc limit 1) d on true
      left join spfe_deliveries e on e.issued_invoice_id = x.id
      where d.mode <> 'off' and e.mode is distinct from d.mode
        -- A decision that was made meanwhile may hold instead.
        and not exists (
          select from spfe_decisions r
          where r.issuer_nif = x.issuer_nif
            and (r.decided_at between b.received_at and b.processed_at or r.withdrawn_at between b.received_at and b.processed_at))`,
  },
  {
    invariant: 'I2',
    says: 'Every delivery to the SPFE is that of an issued invoice',
    of: 'spfe_deliveries',
    breaks: `
      select format('delivery %s to the SPFE: there is no such invoice of %s', e.issued_invoice_id, e.issuer_nif)
      from spfe_deliveries e left join issued_invoices x on x.id = e.issued_invoice_id
      where (x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date)
            is distinct from (e.organization_id, e.issuer_nif, e.invoice_number, e.issue_date)`,
  },
  {
    invariant: 'I2',
    says: 'Every delivery to the SPFE has all its versions',
    of: 'spfe_deliveries',
    breaks: `
      select format('delivery %s to the SPFE is of version %s, and has %s versions', e.issued_invoice_id, e.version, n.count)
      from spfe_deliveries e
      cross join lateral (
        select count(*) as count, coalesce(max(v.version), 0) as last from spfe_versions v where v.issued_invoice_id = e.issued_invoice_id) n
      where (n.count, n.last) <> (e.version, e.version)
        -- A version that somebody ordered is written soon.
        and not (e.state in ('pending', 'held', 'blocked') and (n.count, n.last) = (e.version - 1, e.version - 1) and exists (
          select from spfe_orders o where o.issued_invoice_id = e.issued_invoice_id and o.version = e.version))`,
  },
  {
    invariant: 'I4',
    says: 'Every admitted or rejected delivery to the SPFE has that answer in a request',
    of: 'spfe_deliveries',
    breaks: `
      select format('delivery %s to the SPFE is %s, but no request has that answer', e.issued_invoice_id, e.state)
      from spfe_deliveries e
      where e.state in ('admitted', 'withdrawing', 'withdrawn', 'rejected') and not exists (
        select from spfe_members m
        where m.issued_invoice_id = e.issued_invoice_id and m.message_id is null
          and m.verdict = any (case e.state when 'rejected' then '{rejected,differs}' else '{accepted,found}' end::text[]))`,
  },
  {
    invariant: 'I4',
    says: 'Every delivery and every message on its way to the SPFE is in one request without an answer, and no other one is',
    of: 'spfe_deliveries',
    breaks: `
      select format('delivery %s to the SPFE is %s, and in %s requests that send it', e.issued_invoice_id, e.state, n.count)
      from spfe_deliveries e
      cross join lateral (
        select count(*) as count from spfe_members m join spfe_requests q on q.id = m.request_id and q.service = 'send'
        where m.issued_invoice_id = e.issued_invoice_id and m.answered_at is null and m.message_id is null) n
      where n.count <> case e.state when 'sending' then 1 else 0 end
      union all
      select format('message %s to the SPFE is %s, and in %s requests that send it', e.id, e.state, n.count)
      from spfe_messages e
      cross join lateral (
        select count(*) as count from spfe_members m join spfe_requests q on q.id = m.request_id and q.service in ('cancel', 'report')
        where m.message_id = e.id and m.answered_at is null) n
      where n.count <> case e.state when 'sending' then 1 else 0 end`,
  },
  {
    invariant: 'I4',
    says: 'A message to the SPFE may be sent if the SPFE has its invoice, and only then',
    of: 'spfe_messages',
    breaks: `
      select format('message %s to the SPFE is marked as one that may%s be sent, but its delivery is %s', m.id,
                    case when m.is_sendable then '' else ' not' end, e.state)
      from spfe_messages m join spfe_deliveries e on e.issued_invoice_id = m.issued_invoice_id
      where m.is_sendable <> (e.state in ('admitted', 'withdrawing'))`,
  },
  {
    invariant: 'I4',
    says: 'Every request to the SPFE contains as many members as it states, and ends when all are answered',
    of: 'spfe_requests',
    breaks: `
      select format('request %s to the SPFE has %s of %s members, of which %s have no answer', q.id, n.count, q.members, n.open)
      from spfe_requests q
      cross join lateral (
        select count(*) as count, count(*) filter (where m.answered_at is null) as open from spfe_members m where m.request_id = q.id) n
      where n.count <> q.members or (q.ended_at is not null and n.open > 0)`,
  },
  {
    invariant: 'I4',
    says: 'Nothing whose outcome was unknown was sent to the SPFE again before it was looked up and missing',
    of: 'spfe_members',
    breaks: `
      select format('invoice %s was sent to the SPFE again by request %s, after request %s without an answer', later.issued_invoice_id,
                    later.request_id, earlier.request_id)
      from spfe_members earlier
      join spfe_requests a on a.id = earlier.request_id and a.service <> 'find'
      join spfe_members later on later.issued_invoice_id = earlier.issued_invoice_id and later.request_id > earlier.request_id
        and later.message_id is not distinct from earlier.message_id
      join spfe_requests b on b.id = later.request_id and b.service = a.service
      where earlier.verdict = 'unsettled' and not exists (
        select from spfe_members between_both join spfe_requests f on f.id = between_both.request_id and f.service = 'find'
        where between_both.issued_invoice_id = earlier.issued_invoice_id and between_both.verdict in ('missing', 'found')
          and between_both.request_id > earlier.request_id and between_both.request_id < later.request_id)`,
  },
  {
    invariant: 'I4',
    says: 'Every delivery to the SPFE whose issuer sends has an answer',
    awaitsWork: true,
    of: 'spfe_deliveries',
    breaks: `
      select format('delivery %s to the SPFE is %s', e.issued_invoice_id, e.state)
      from spfe_deliveries e
      where e.state in ('sending', 'uncertain', 'withdrawing')
         -- Without a connection to the SPFE nothing is ever sent.
         or (e.state = 'pending' and exists (select from spfe_requests q where q.service = 'send'))`,
  },
  {
    invariant: 'I4',
    says: 'Every message to the SPFE about an admitted invoice has an answer',
    awaitsWork: true,
    of: 'spfe_messages',
    breaks: `
      select format('message %s to the SPFE is %s', m.id, m.state)
      from spfe_messages m join spfe_deliveries e on e.issued_invoice_id = m.issued_invoice_id
      where m.state in ('sending', 'uncertain') or (m.state = 'pending' and e.state in ('admitted', 'withdrawing'))`,
  },
  {
    invariant: 'I8',
    says: 'No issuer is halted at the SPFE',
    awaitsWork: true,
    of: 'spfe_issuers',
    breaks: `
      select format('issuer %s of organization %s is halted at the SPFE: %s', issuer_nif, organization_id, halted_reason)
      from spfe_issuers where halted_at is not null`,
  },
];
