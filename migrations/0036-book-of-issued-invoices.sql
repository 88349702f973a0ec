-- The book of issued invoices contains the invoices whose operation was in its period, also if they were issued in another
-- one. Few invoices state an operation date, and rectifications belong to the period of their issue date.
create index issued_invoices_operation_date_index on issued_invoices (organization_id, issuer_nif collate "C", operation_date, issue_date, id)
  where operation_date is not null;
