import type { TableRule } from './table-rules.ts';

/** The decision about the register of an issuer that holds on the issue date of an invoice `x`, as `d`. */
const DECISION = `
      join lateral (
        select r.register from issuer_registers r
        where r.issuer_nif = x.issuer_nif and r.valid_from <= x.issue_date and r.withdrawn_at is null
        order by r.valid_from desc limit 1) d on true`;

/**
 * I2, I4 and I8: the entries of invoices in SII. Invoices of issuers without a decision are in the
 * register of their organization, which may have changed since.
 */
export const SII_RULES: readonly TableRule[] = [
  {
    invariant: 'I2',
    says: 'Every issued invoice is in the register that was decided for its issuer on its issue date, and in no other',
    of: 'issued_invoices',
    breaks: `
      select format('issued invoice %s: its issuer %s is in SII, but it has no entry', x.id, x.issuer_nif)
      from issued_invoices x ${DECISION}
      where d.register = 'sii' and not exists (select from sii_entries e where e.issued_invoice_id = x.id)
      union all
      select format('issued invoice %s: its issuer %s is in VeriFactu, but it has no record', x.id, x.issuer_nif)
      from issued_invoices x ${DECISION}
      where d.register = 'verifactu' and x.qr_url is null`,
  },
  {
    invariant: 'I2',
    says: 'Every entry in SII is that of an issued invoice of an issuer in SII, without a QR code or a registration record, or an earlier one of a newcomer',
    of: 'sii_entries',
    breaks: `
      select format('entry %s of SII: there is no such invoice of %s', e.issued_invoice_id, e.issuer_nif)
      from sii_entries e left join issued_invoices x on x.id = e.issued_invoice_id
      where (x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date)
            is distinct from (e.organization_id, e.issuer_nif, e.invoice_number, e.issue_date)
      union all
      select format('entry %s of SII: its issuer %s was never put in SII', e.issued_invoice_id, e.issuer_nif)
      from sii_entries e
      where not exists (
        select from issuer_registers r where r.issuer_nif = e.issuer_nif and r.register = 'sii' and r.withdrawn_at is null)
      union all
      select format('entry %s of SII: its invoice has a QR code', e.issued_invoice_id)
      from sii_entries e join issued_invoices x on x.id = e.issued_invoice_id where x.qr_url is not null and e.backlog_id is null
      union all
      select format('entry %s of SII: its invoice has record %s of chain %s', e.issued_invoice_id, r.sequence, r.chain_id)
      from sii_entries e join registration_records r on r.issued_invoice_id = e.issued_invoice_id where e.backlog_id is null
      union all
      select format('entry %s of SII: its invoice is not of the year in which its issuer entered SII, and of a day before', e.issued_invoice_id)
      from sii_entries e left join sii_backlogs b on b.id = e.backlog_id
      where e.backlog_id is not null
        and ((b.organization_id, b.issuer_nif, extract(year from b.entered_on))
               is distinct from (e.organization_id, e.issuer_nif, extract(year from e.issue_date))
             or e.issue_date >= b.entered_on)`,
  },
  {
    invariant: 'I2',
    says: 'Every entry in SII has all its versions, and is of the kind and the period of the last one',
    of: 'sii_entries',
    breaks: `
      select format('entry %s of SII is of version %s, and has %s versions', e.issued_invoice_id, e.version, n.count)
      from sii_entries e
      cross join lateral (
        select count(*) as count, coalesce(max(v.version), 0) as last from sii_versions v where v.issued_invoice_id = e.issued_invoice_id) n
      where (n.count, n.last) <> (e.version, e.version)
      union all
      select format('entry %s of SII differs from its version %s', e.issued_invoice_id, e.version)
      from sii_entries e
      join sii_versions v on v.issued_invoice_id = e.issued_invoice_id and v.version = e.version
      where (v.kind, v.fiscal_year, v.period) <> (e.kind, e.fiscal_year, e.period)`,
  },
  {
    invariant: 'I4',
    says: 'Every answered entry in SII has that answer in a message, and one without an answer is in at most one',
    of: 'sii_entries',
    breaks: `
      select format('entry %s of SII is %s, but no message has that answer', e.issued_invoice_id, e.state)
      from sii_entries e
      where e.state not in ('pending', 'sent') and not exists (
        select from sii_lines l
        where l.issued_invoice_id = e.issued_invoice_id and l.version = e.version
          and (l.state, l.answered_at) = (e.state, e.answered_at) and l.code is not distinct from e.code)
      union all
      select format('entry %s of SII is %s, and in %s messages without an answer', e.issued_invoice_id, e.state, n.count)
      from sii_entries e
      cross join lateral (
        select count(*) as count from sii_lines l where l.issued_invoice_id = e.issued_invoice_id and l.answered_at is null) n
      where n.count <> case e.state when 'sent' then 1 else 0 end`,
  },
  {
    invariant: 'I4',
    says: 'Every message to SII contains as many entries as it states, and ends when all are answered',
    of: 'sii_messages',
    breaks: `
      select format('message %s to SII has %s of %s entries, of which %s have no answer', m.id, n.count, m.entries, n.open)
      from sii_messages m
      cross join lateral (
        select count(*) as count, count(*) filter (where l.answered_at is null) as open from sii_lines l where l.message_id = m.id) n
      where m.kind <> 'cobros' and (n.count <> m.entries or m.ended_at is not null and n.open > 0)`,
  },
  {
    invariant: 'I2',
    says: 'Every collection in SII is that of a payment of its invoice, and a cancelled one has an opposite',
    of: 'sii_collections',
    breaks: `
      select format('collection %s in SII: there is no such payment of invoice %s', c.payment_id, c.issued_invoice_id)
      from sii_collections c left join payments p on p.id = c.payment_id
      where (p.issued_invoice_id, p.paid_on) is distinct from (c.issued_invoice_id, c.collected_on)
      union all
      select format('collection %s in SII: its payment is cancelled, but AEAT is not told', c.payment_id)
      from sii_collections c
      join payments r on r.reverses_id = c.payment_id
      left join sii_collections o on o.payment_id = r.id
      where c.state in ('accepted', 'accepted_with_errors') and o.amount is distinct from -c.amount`,
  },
  {
    invariant: 'I4',
    says: 'Every collection in SII without an answer is in a message that has not ended, and no other one is',
    of: 'sii_collections',
    breaks: `
      select format('collection %s in SII is sent, but message %s has ended', c.payment_id, c.message_id)
      from sii_collections c left join sii_messages m on m.id = c.message_id
      where c.state = 'sent' and (m.id is null or m.ended_at is not null or m.kind <> 'cobros')
      union all
      select format('message %s to SII has no collection without an answer, but has not ended', m.id)
      from sii_messages m
      where m.kind = 'cobros' and m.ended_at is null
        and not exists (select from sii_collections c where c.message_id = m.id and c.state = 'sent')`,
  },
  {
    invariant: 'I4',
    says: 'Every collection in SII of an invoice that AEAT has is answered',
    awaitsWork: true,
    of: 'sii_collections',
    breaks: `
      select format('collection %s in SII is %s', c.payment_id, c.state)
      from sii_collections c join sii_entries e on e.issued_invoice_id = c.issued_invoice_id
      where c.state in ('pending', 'sent') and e.kind <> 'baja'`,
  },
  {
    invariant: 'I4',
    says: 'Every entry in SII has an answer of AEAT',
    awaitsWork: true,
    of: 'sii_entries',
    breaks: `
      select format('entry %s of SII is %s', issued_invoice_id, state) from sii_entries where state in ('pending', 'sent')`,
  },
  {
    invariant: 'I8',
    says: 'No issuer in SII is halted',
    awaitsWork: true,
    of: 'sii_issuers',
    breaks: `
      select format('issuer %s of organization %s is halted: %s', issuer_nif, organization_id, halted_reason)
      from sii_issuers where halted_at is not null`,
  },
];
