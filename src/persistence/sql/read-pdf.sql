-- The bytes of a PDF. $1 organization · $2 issued invoice
select content from pdfs where issued_invoice_id = $2 and organization_id = $1
