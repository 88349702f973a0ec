import { InvoiceInput, InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import { prepareInvoice } from '../../src/domain/invoice/prepare-invoice.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';
import { describeInvoice } from '../../src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { SYSTEM_USE } from '../../src/domain/registration/declared-system.ts';
import { FIRST_INVOICE, buildSampleBatch } from '../local/sample/sample-batch.ts';

const DAY = '2026-11-20';
/**
 * Rare kinds of invoices come first, because the compressor finds matches near the end of the
 * dictionary first.
 */
const SAMPLES = [
  'exempt-and-not-subject',
  'goods-and-services-to-france',
  'reverse-charge',
  'simplified-invoice',
  'professional-fees',
  'every-rate',
  FIRST_INVOICE,
];

/**
 * Builds the texts of new dictionaries: documents of sample invoices, their registration records,
 * and bodies as clients send them.
 */
export function buildDictionaries(): Readonly<Record<'documents' | 'records' | 'bodies', string>> {
  const inputs = buildSampleBatch(DAY, new Proxy({}, { get: () => 1 }) as never).invoice_batch
    .invoices as readonly InvoiceInput[];
  const documents = SAMPLES.map((name) => {
    const input = inputs.find(({ external_invoice_id: id }) => id?.endsWith(name));
    const preparation = prepareInvoice(input!, {
      rules: FLAT_RULES,
      organizationName: 'Organización SL',
      today: DAY,
    });
    if (preparation.kind !== 'prepared') throw new Error(`${name} cannot be issued`);
    return preparation.invoice.document;
  });
  let last: { readonly number: string; readonly issueDate: string; readonly hash: string } | undefined;
  const records = documents.map((document, index) => {
    const { xml, hash } = buildRegistroAlta({
      invoice: describeInvoice(document),
      externalReference: `1-${index + 2}`,
      system: {
        producerName: 'Invoice Batch Engine',
        producerNif: 'B12345674',
        systemName: 'Invoice Batch Engine',
        systemId: 'IB',
        version: '0.1.0',
        installationNumber: '00000000-0000-4000-8000-000000000000',
        ...SYSTEM_USE,
        multipleTaxpayers: false,
      },
      previous: {
        issuerNif: document.issuer.nif,
        number: 'A-0001',
        issueDate: DAY,
        hash: '0'.repeat(64),
        ...last,
      },
      generatedAt: `${DAY}T10:15:30+01:00`,
    });
    last = { number: document.number, issueDate: document.issueDate, hash };
    return xml;
  });
  return {
    documents: documents.map((document) => JSON.stringify(document)).join(''),
    records: records.join(''),
    bodies: buildBodies(inputs),
  };
}

/**
 * Builds a body with every member that a body may have, and a typical body. It is short, because it
 * is read for each batch and because a batch of one invoice consists mostly of names.
 */
function buildBodies(inputs: readonly InvoiceInput[]): string {
  const listNames = (schema: { readonly properties: object }) =>
    Object.keys(schema.properties)
      .map((name) => `"${name}":"`)
      .join('",');
  const first = inputs.find(({ external_invoice_id: id }) => id?.endsWith(FIRST_INVOICE));
  return [
    listNames(InvoiceLineInput),
    listNames(InvoiceInput),
    JSON.stringify({ invoice_batch: { external_batch_id: '', invoices: [first] } }),
  ].join('');
}
