-- The bytes of a PDF. $1 organization · $2 issued invoice · $3 its SHA-256: an annulled invoice has two PDFs
select content from pdfs where issued_invoice_id = $2 and organization_id = $1 and sha256 = $3
