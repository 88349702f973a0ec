-- The indexes by which the API lists invoices in SII.

-- Entries in the states that few invoices have, and those that wait.
create index sii_entries_state_index on sii_entries (organization_id, state, issued_invoice_id) where state <> 'accepted';
-- What happened to entries, in the order of time: AEAT's answers and the corrections that were ordered.
create index sii_lines_answered_at_index on sii_lines (organization_id, answered_at, issued_invoice_id) where state <> 'unsettled';
create index sii_versions_created_at_index on sii_versions (organization_id, created_at, issued_invoice_id) where version > 1;
-- The last message of an issuer that AEAT answered.
create index sii_messages_ended_at_index on sii_messages (organization_id, issuer_nif, ended_at) where ended_at is not null;
