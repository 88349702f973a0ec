-- Entries that AEAT rejected or accepted with errors, newest first, for operators. Few of all entries are among them.
create index sii_entries_faults_index on sii_entries (answered_at desc) where state in ('rejected', 'accepted_with_errors');
