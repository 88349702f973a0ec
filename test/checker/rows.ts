/**
 * Statements that give each organization with issued invoices a row of every kind that a checker
 * looks at and that issuing, remitting and rendering do not create.
 */
export const ROWS: readonly string[] = [
  `insert into month_anchors (month, organization_id, chain_id, first_sequence, last_sequence, last_hash)
    select '2026-01-01', organization_id, chain_id, sequence, sequence, hash from registration_records where sequence = 1`,
  `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
    select organization_id, issued_invoice_id, chain_id, sequence, 'subsanacion', 'x', 'x', now()
    from registration_records where sequence = 1`,
  `insert into operator_acts (act, operator, organization_id, subject_id)
    select 'invoice.resend', operator, organization_id, issued_invoice_id from corrections`,
  `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason)
    select organization_id, id, 'annul', 'dashboard:x', 'x' from issued_invoices order by id limit 1`,
  `insert into search_terms (organization_id, term, invoice_id) select organization_id, 1, id from batch_invoices`,
  `insert into rectified_invoices (organization_id, invoice_id, rectified_id, amount)
    select organization_id, max(id), min(id), 0 from issued_invoices group by organization_id, issuer_nif`,
  `insert into credits (original_id, ordinal, organization_id, batch_id, request_sha256, lines, groups)
    select min(id), 1, organization_id, min(id) / 1000, sha256(''), '[]', '{}' from issued_invoices group by organization_id`,
  `insert into previews (organization_id, document) select id, '{}' from organizations`,
  `insert into census_checks (organization_id, nif, name_hash, name, asked_at)
    select id, 'B12345674', '', 'EJEMPLO SL', now() from organizations`,
  `insert into payment_requests (organization_id, key, sha256, created_at)
   select id, gen_random_uuid(), sha256(''), now() from organizations`,
  `insert into payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, outstanding, request_key, request_place,
     recorded_by, recorded_at)
   select organization_id, max(id), 1, '2026-11-25', 1, 'EUR', 'cash', 120, gen_random_uuid(), 0, 'key:1', now()
   from issued_invoices group by organization_id`,
];
