-- Why an invoice failed, in Spanish. Null if it did not fail, or failed in an earlier version of the engine.
alter table batch_invoices add column processing_error_es text;
alter table batch_invoices drop constraint batch_invoices_erased_check;
alter table batch_invoices
  add constraint batch_invoices_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
    length(sha256) = 32 and external_invoice_id is null and invoice_number is null and metadata is null and warnings is null and
    processing_error = 'Erased after its retention period' and
    coalesce(processing_error_es, 'Borrada al terminar su plazo de conservación') = 'Borrada al terminar su plazo de conservación'
    end) not valid,
  add constraint batch_invoices_spanish_error_check check (processing_error_es is null or processing_error is not null) not valid;
grant update (processing_error_es) on batch_invoices to engine_retention, engine_worker;
