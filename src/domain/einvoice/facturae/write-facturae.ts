import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { buildDocumentWriter, constant, each, leaf, of, parent } from '../../xml/parts.ts';
import { buildFacturae } from './build-facturae.ts';
import type { Facturae } from './model.ts';
import type { ThirdParty } from './parties.ts';
import { CORRECTIVE } from './write-corrective.ts';
import { LINE } from './write-lines.ts';
import { party } from './write-parties.ts';
import { INSTALLMENT } from './write-payment.ts';
import { amount, tax } from './write-taxes.ts';
import { TOTALS } from './write-totals.ts';
import { period } from './write-periods.ts';

/*
 * Facturae 3.2.2 (https://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml), in the order
 * of the schema. Only the root has a namespace. The document is in the form of Canonical XML 1.0
 * except for its declaration, on which its signature relies.
 */

/** The namespace of the schema and the prefix of the root. */
export const NAMESPACE = 'http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml';
export const ROOT = 'fe:Facturae';

const FILE_HEADER = parent<Facturae>(
  'FileHeader',
  constant('SchemaVersion', '3.2.2'),
  constant('Modality', 'I'),
  leaf('InvoiceIssuerType', ({ issuerType }) => issuerType),
  of(({ thirdParty }) => thirdParty, party('ThirdParty')),
  parent(
    'Batch',
    leaf('BatchIdentifier', ({ batchIdentifier }) => batchIdentifier),
    constant('InvoicesCount', '1'),
    of(({ totals }) => totals.invoice, amount('TotalInvoicesAmount')),
    of(({ totals }) => totals.outstanding, amount('TotalOutstandingAmount')),
    of(({ totals }) => totals.executable, amount('TotalExecutableAmount')),
    leaf('InvoiceCurrencyCode', ({ currency }) => currency),
  ),
);

const HEADER = parent<Facturae>(
  'InvoiceHeader',
  leaf('InvoiceNumber', ({ number }) => number.number),
  leaf('InvoiceSeriesCode', ({ number }) => number.series),
  leaf('InvoiceDocumentType', ({ documentType }) => documentType),
  leaf('InvoiceClass', ({ invoiceClass }) => invoiceClass),
  of(({ corrective }) => corrective, CORRECTIVE),
);

const ISSUE_DATA = parent<Facturae>(
  'InvoiceIssueData',
  leaf('IssueDate', ({ issueDate }) => issueDate),
  leaf('OperationDate', ({ operationDate }) => operationDate),
  of((invoice) => invoice.period, period('InvoicingPeriod')),
  leaf('InvoiceCurrencyCode', ({ currency }) => currency),
  of(
    ({ exchange }) => exchange,
    parent<NonNullable<Facturae['exchange']>>(
      'ExchangeRateDetails',
      leaf('ExchangeRate', ({ rate }) => rate),
      leaf('ExchangeRateDate', ({ date }) => date),
    ),
  ),
  constant('TaxCurrencyCode', 'EUR'),
  constant('LanguageName', 'es'),
  leaf('InvoiceDescription', ({ description }) => description),
  leaf('ReceiverTransactionReference', ({ orderReference }) => orderReference),
  leaf('ReceiverContractReference', ({ contractReference }) => contractReference),
);

const INVOICE = parent<Facturae>(
  'Invoice',
  HEADER,
  ISSUE_DATA,
  parent(
    'TaxesOutputs',
    each(({ outputs }) => outputs, tax('Tax')),
  ),
  parent(
    'TaxesWithheld',
    each(({ withheld }) => withheld, tax('Tax')),
  ),
  of(({ totals }) => totals, TOTALS),
  parent(
    'Items',
    each(({ lines }) => lines, LINE),
  ),
  parent(
    'PaymentDetails',
    each(({ installments }) => installments, INSTALLMENT),
  ),
  parent(
    'LegalLiterals',
    each(
      ({ legalReferences }) => legalReferences,
      leaf<string>('LegalReference', (text) => text),
    ),
  ),
  parent(
    'AdditionalData',
    leaf('RelatedInvoice', ({ relatedInvoice }) => relatedInvoice),
    leaf('InvoiceAdditionalInformation', ({ information }) => information),
  ),
);

const WRITE = buildDocumentWriter<Facturae>(
  ROOT,
  { fe: NAMESPACE },
  FILE_HEADER,
  parent(
    'Parties',
    of(({ seller }) => seller, party('SellerParty')),
    of(({ buyer }) => buyer, party('BuyerParty')),
  ),
  parent('Invoices', INVOICE),
);

/**
 * Returns the writer of an issued invoice as Facturae 3.2.2, without a signature. Amounts are those
 * of the document.
 * @param profile the issuer's profile of the time of issue.
 * @param thirdParty who issues or signs the invoice in the name of its issuer; null if it is the
 *   issuer or the recipient.
 * @throws NotExpressible with the element of the schema that prevents it: for simplified invoices,
 *   several recipients or rectified invoices, incomplete addresses, texts that are too long, and
 *   amounts that do not add up.
 */
export function prepareFacturae(
  document: InvoiceDocument,
  profile: IssuerDetails | null,
  thirdParty: ThirdParty | null = null,
): () => string {
  const invoice = buildFacturae(document, profile, thirdParty);
  return () => WRITE(invoice, invoice.currency);
}

/**
 * Writes an issued invoice as Facturae at once.
 * @throws NotExpressible as `prepareFacturae` does.
 */
export function writeFacturae(...invoice: Parameters<typeof prepareFacturae>): string {
  return prepareFacturae(...invoice)();
}
