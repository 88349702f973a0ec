-- A piece of a PDF: stored as it is, so only the piece is read. $1 organization · $2 issued invoice · $3 its SHA-256: an annulled invoice has two PDFs · $4 bytes before the piece · $5 bytes of the piece
select substring(content from $4::int + 1 for $5::int) as content
from pdfs where issued_invoice_id = $2 and organization_id = $1 and sha256 = $3
