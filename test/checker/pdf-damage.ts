import type { Damage } from './damage.ts';

const INVOICE = `(select min(id) from issued_invoices)`;
const unlocked = (table: string, constraint: string) =>
  `alter table ${table} drop constraint ${constraint} cascade`;

/** Damage to PDFs. */
export const PDF_DAMAGES: readonly Damage[] = [
  {
    title: 'a lost PDF',
    invariant: 'I6',
    place: /has 0 PDFs/,
    sql: [`delete from pdfs where issued_invoice_id = ${INVOICE}`],
  },
  {
    title: 'two PDFs',
    invariant: 'I6',
    place: /has 2 PDFs/,
    sql: [
      unlocked('pdfs', 'pdfs_pkey'),
      `insert into pdfs select * from pdfs where issued_invoice_id = ${INVOICE}`,
    ],
  },
  {
    title: 'a PDF without an invoice',
    invariant: 'I6',
    place: /invoice 77 has 1 PDFs/,
    sql: [`update pdfs set issued_invoice_id = 77 where issued_invoice_id = ${INVOICE}`],
  },
  {
    title: 'a PDF without pages',
    invariant: 'I6',
    place: /has 0 pages/,
    sql: [`update pdfs set pages = 0 where issued_invoice_id = ${INVOICE}`],
  },
  {
    title: 'a render batch with other bytes',
    invariant: 'I6',
    place: /render batch \d+: its bytes do not match their SHA-256/,
    sql: [`update render_batches set content = content || '\\x00'`],
  },
  {
    title: 'a PDF that its render batch does not contain',
    isServed: true,
    invariant: 'I6',
    place: /A stored render batch has no PDF of issued invoice/,
    sql: [
      `update pdfs set render_batch_id = (select max(id) from render_batches) where issued_invoice_id = ${INVOICE}`,
    ],
  },
];
