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
    says: 'Every entry in SII is that of an issued invoice of an issuer in SII, without a QR code or a registration record',
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
      from sii_entries e join issued_invoices x on x.id = e.issued_invoice_id where x.qr_url is not null
      union all
      select format('entry %s of SII: its invoice has record %s of chain %s', e.issued_invoice_id, r.sequence, r.chain_id)
      from sii_entries e join registration_records r on r.issued_invoice_id = e.issued_invoice_id`,
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
      where n.count <> m.entries or m.ended_at is not null and n.open > 0`,
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
