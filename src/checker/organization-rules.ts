import type { TableRule } from './table-rules.ts';

/**
 * The foreign keys between tables with an organization: the referencing table, the join condition
 * and the referenced table.
 */
const FAMILIES: readonly (readonly [child: string, join: string, parent: string])[] = [
  ['api_keys', 'p.id = c.organization_id', 'organizations'],
  ['sessions', 'p.id = c.api_key_id', 'api_keys'],
  ['batches', 'p.id = c.organization_id', 'organizations'],
  ['batch_bodies', 'p.id = c.batch_id', 'batches'],
  ['status_rollups_1', 'p.id = c.organization_id', 'organizations'],
  ['status_rollups_2', 'p.id = c.organization_id', 'organizations'],
  ['idempotency_records', 'p.id = c.batch_id', 'batches'],
  ['batch_invoices', 'p.id = c.batch_id', 'batches'],
  ['search_terms', 'p.id = c.invoice_id', 'batch_invoices'],
  ['issuer_profiles', 'p.id = c.organization_id', 'organizations'],
  ['recipient_profiles', 'p.id = c.organization_id', 'organizations'],
  ['series', 'p.id = c.organization_id', 'organizations'],
  ['series_changes', 'p.id = c.series_id', 'series'],
  ['series_counters', 'p.id = c.series_id', 'series'],
  ['series_skips', 'p.id = c.series_id', 'series'],
  ['series_skips', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['issued_invoices', 'p.id = c.id', 'batch_invoices'],
  ['issued_invoices', 'p.id = c.issuer_profile_id', 'issuer_profiles'],
  ['rectified_invoices', 'p.id = c.invoice_id', 'issued_invoices'],
  ['rectified_invoices', 'p.id = c.rectified_id', 'issued_invoices'],
  ['credits', 'p.id = c.batch_id', 'batches'],
  ['credits', 'p.id = c.original_id', 'issued_invoices'],
  ['payment_requests', 'p.id = c.organization_id', 'organizations'],
  ['payments', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['document_blocks', 'p.id = c.batch_id', 'batches'],
  ['record_blocks', 'p.id = c.batch_id', 'batches'],
  ['chains', 'p.id = c.organization_id', 'organizations'],
  ['month_anchors', 'p.id = c.chain_id', 'chains'],
  ['registration_records', 'p.id = c.chain_id', 'chains'],
  ['registration_records', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['pdfs', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['render_batches', 'p.id = c.organization_id', 'organizations'],
  ['previews', 'p.id = c.organization_id', 'organizations'],
  ['census_checks', 'p.id = c.organization_id', 'organizations'],
  ['electronic_files', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['signing_refusals', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['pdfs', 'p.id = c.render_batch_id', 'render_batches'],
  ['corrections', 'p.id = c.chain_id', 'chains'],
  ['corrections', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['correction_orders', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['remissions', 'p.id = c.chain_id', 'chains'],
  ['submissions', 'p.id = c.chain_id', 'chains'],
  ['submission_attempts', 'p.id = c.submission_id', 'submissions'],
  ['record_answers', 'p.id = c.submission_id', 'submissions'],
  ['spfe_issuers', 'p.id = c.organization_id', 'organizations'],
  ['spfe_deliveries', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['spfe_versions', 'p.issued_invoice_id = c.issued_invoice_id', 'spfe_deliveries'],
  ['spfe_messages', 'p.issued_invoice_id = c.issued_invoice_id', 'spfe_deliveries'],
  ['spfe_requests', 'p.id = c.organization_id', 'organizations'],
  ['spfe_members', 'p.id = c.request_id', 'spfe_requests'],
  ['spfe_members', 'p.issued_invoice_id = c.issued_invoice_id', 'spfe_deliveries'],
  ['spfe_recipient_reports', 'p.issued_invoice_id = c.issued_invoice_id', 'spfe_deliveries'],
  ['spfe_differences', 'p.id = c.organization_id', 'organizations'],
  ['spfe_orders', 'p.issued_invoice_id = c.issued_invoice_id', 'spfe_deliveries'],
  ['spfe_events', 'p.issued_invoice_id = c.issued_invoice_id', 'spfe_deliveries'],
  ['spfe_compared', 'p.id = c.organization_id', 'organizations'],
  ['sii_issuers', 'p.id = c.organization_id', 'organizations'],
  ['sii_entries', 'p.id = c.issued_invoice_id', 'issued_invoices'],
  ['sii_versions', 'p.issued_invoice_id = c.issued_invoice_id', 'sii_entries'],
  ['sii_messages', 'p.id = c.organization_id', 'organizations'],
  ['sii_collections', 'p.id = c.payment_id', 'payments'],
  ['sii_collections', 'p.issued_invoice_id = c.issued_invoice_id', 'sii_entries'],
  ['sii_lines', 'p.id = c.message_id', 'sii_messages'],
  ['sii_lines', 'p.issued_invoice_id = c.issued_invoice_id', 'sii_entries'],
  ['sii_attempts', 'p.id = c.message_id', 'sii_messages'],
  ['sii_comparisons', 'p.id = c.organization_id', 'organizations'],
  ['sii_compared', 'p.id = c.comparison_id', 'sii_comparisons'],
  ['sii_differences', 'p.id = c.comparison_id', 'sii_comparisons'],
  ['sii_backlogs', 'p.id = c.organization_id', 'organizations'],
  ['sii_backlog_refusals', 'p.id = c.backlog_id', 'sii_backlogs'],
  ['sii_matching', 'p.issued_invoice_id = c.issued_invoice_id', 'sii_entries'],
  ['certificates', 'p.id = c.organization_id', 'organizations'],
  ['operator_acts', 'p.id = c.organization_id', 'organizations'],
  ['webhook_endpoints', 'p.id = c.organization_id', 'organizations'],
  ['webhook_events', 'p.id = c.batch_id', 'batches'],
  ['webhook_deliveries', 'p.id = c.event_id', 'webhook_events'],
];

/** References that may be null. */
const OPTIONAL = new Set([
  'issuer_profiles of issued_invoices',
  'organizations of operator_acts',
  'chains of corrections',
]);

/** Excludes render batches of archived months, which are in the files of the month. */
const AWAY =
  ' and not (p.id is null and exists (select from archived_months() m where c.render_batch_id >= m.first_render_batch and c.render_batch_id < m.finish_render_batch))';

/** I10: a row belongs to the organization of the rows that it references. */
export const ORGANIZATION_RULES: readonly TableRule[] = FAMILIES.map(([child, join, parent]) => {
  const key = join.slice(join.indexOf('c.') + 2);
  const owner = parent === 'organizations' ? 'p.id' : 'p.organization_id';
  return {
    invariant: 'I10',
    says: `Every row of ${child} belongs to the organization of its row in ${parent}`,
    of: child,
    breaks: `
      select format('${child} with ${key} %s belongs to organization %s, its ${parent} to %s', c.${key}, c.organization_id, coalesce(${owner}::text, 'none'))
      from ${child} c left join ${parent} p on ${join}
      where ${owner} is distinct from c.organization_id${OPTIONAL.has(`${parent} of ${child}`) ? ` and c.${key} is not null` : ''}${parent === 'render_batches' ? AWAY : ''}`,
  };
});

/** I10: the chain of a record belongs to the issuer of the invoice. */
export const ISSUER_RULES: readonly TableRule[] = [
  {
    invariant: 'I10',
    says: 'Every record is in a chain of the issuer of its invoice',
    of: 'registration_records',
    breaks: `
      select format('chain %s, record %s: the chain belongs to %s, the invoice to %s', r.chain_id, r.sequence, c.issuer_nif, x.issuer_nif)
      from registration_records r
      join chains c on c.id = r.chain_id
      join issued_invoices x on x.id = r.issued_invoice_id
      where c.issuer_nif <> x.issuer_nif`,
  },
];
