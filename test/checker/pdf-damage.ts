import { damage, type Damage } from './damage.ts';

const INVOICE = `(select min(id) from issued_invoices)`;
const unlocked = (table: string, constraint: string) =>
  `alter table ${table} drop constraint ${constraint} cascade`;

/** Damage to PDFs. */
export const PDF_DAMAGES: readonly Damage[] = [
  ...damage('I6', {
    'a lost PDF': [/has 0 PDFs/, `delete from pdfs where issued_invoice_id = ${INVOICE}`],
    'two PDFs': [
      /has 2 PDFs/,
      unlocked('pdfs', 'pdfs_pkey'),
      `insert into pdfs select * from pdfs where issued_invoice_id = ${INVOICE}`,
    ],
    'a PDF without an invoice': [
      /invoice 77 has 1 PDFs/,
      `update pdfs set issued_invoice_id = 77 where issued_invoice_id = ${INVOICE}`,
    ],
    'a PDF without pages': [/has 0 pages/, `update pdfs set pages = 0 where issued_invoice_id = ${INVOICE}`],
    'a render batch with other bytes': [
      /render batch \d+: its bytes do not match their SHA-256/,
      `update render_batches set content = content || '\\x00'`,
    ],
  }),
  ...damage(
    'I6',
    {
      'a PDF that its render batch does not contain': [
        /A stored render batch has no PDF of issued invoice/,
        `update pdfs set render_batch_id = (select max(id) from render_batches) where issued_invoice_id = ${INVOICE}`,
      ],
    },
    true,
  ),
];
