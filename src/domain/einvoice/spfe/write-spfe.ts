import { buildDocumentWriter, constant, each, inside, leaf, of, only, parent } from '../../xml/parts.ts';
import { COMPONENTS, reference, UBL } from '../writers/ubl.ts';
import {
  amount,
  CATEGORY,
  LINE_IDENTIFIERS,
  MONETARY_TOTAL,
  PAYMENT_TERMS,
  PERIOD,
  PRECEDING_INVOICES,
  TAX_TOTALS,
} from '../writers/ubl-parts.ts';
import { VAT_SCHEME } from '../writers/ubl-parties.ts';
import { buildSpfeInvoice, type SpfeSource } from './build-spfe.ts';
import { checkSize } from './size.ts';
import { CODE_PREFIXES, SUPPORTING_DOCUMENT_TYPE } from './switches.ts';
import type {
  Annotation,
  CollectedAmount,
  ItemProperty,
  SpfeAllowance,
  SpfeInvoice,
  SpfeLine,
  SpfeLineAllowance,
  SupportingDocument,
  Withholding,
} from './terms.ts';
import { BUYER, SELLER } from './write-parties.ts';

/*
 * UBL 2.5 by Annex I of Orden HAC/1028/2026, in the order of the schema. A rectifying invoice is an
 * Invoice, too.
 */

/** BT-24. */
export const SPECIFICATION = 'urn:cen.eu:en16931:2026#conformant#urn:aeat.es:spfe:1.0.0:extended';
/** BT-23. */
export const PROCESS = 'urn:aeat:names:specification:ubl:schema:profile:B2B';

const SUPPORTING_DOCUMENT = parent<SupportingDocument>(
  'cac:AdditionalDocumentReference',
  leaf('cbc:ID', ({ name }) => CODE_PREFIXES.document + name),
  leaf('cbc:UUID', ({ uuid }) => uuid),
  leaf('cbc:DocumentTypeCode', ({ type }) => type ?? SUPPORTING_DOCUMENT_TYPE),
  leaf('cbc:DocumentDescription', ({ description }) => description),
);

const ANNOTATION = parent<Annotation>(
  'cac:Annotation',
  leaf('cbc:SubjectCode', ({ subject }) => subject),
  leaf('cbc:AnnotationContent', ({ text }) => text),
);

const HEAD = inside<SpfeInvoice>(
  constant('cbc:CustomizationID', SPECIFICATION),
  constant('cbc:ProfileID', PROCESS),
  leaf('cbc:ID', (invoice) => invoice['BT-1']),
  leaf('cbc:CopyIndicator', (invoice) => String(invoice['BT-ES-1'])),
  leaf('cbc:IssueDate', (invoice) => invoice['BT-2']),
  leaf('cbc:DueDate', (invoice) => invoice['BT-9']),
  leaf('cbc:InvoiceTypeCode', (invoice) => invoice['BT-3']),
  leaf('cbc:TaxPointDate', (invoice) => invoice['BT-7']),
  leaf('cbc:DocumentCurrencyCode', (invoice) => invoice['BT-5']),
  leaf('cbc:TaxCurrencyCode', (invoice) => invoice['BT-6']),
  leaf('cbc:AccountingCost', (invoice) => invoice['BT-19']),
  of((invoice) => invoice['BG-14'], PERIOD),
  reference('cac:OrderReference', 'BT-13'),
  PRECEDING_INVOICES,
  reference('cac:DespatchDocumentReference', 'BT-16'),
  reference('cac:ContractDocumentReference', 'BT-12'),
  each((invoice) => invoice['BG-24'], SUPPORTING_DOCUMENT),
  reference('cac:ProjectReference', 'BT-11'),
  parent(
    'cac:BuyerAssignedReference',
    leaf('cbc:BuyerReference', (invoice) => invoice['BT-10']),
  ),
  each((invoice) => invoice['BG-1'], ANNOTATION),
);

const PAYMENT_MEANS = of(
  (invoice: SpfeInvoice) => invoice['BG-16'],
  parent(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', (payment) => payment['BT-81'], { name: (payment) => payment['BT-82'] }),
    parent(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', (payment) => payment['BT-84']),
    ),
  ),
);

const ALLOWANCE = inside<SpfeLineAllowance>(
  leaf('cbc:ChargeIndicator', ({ isCharge }) => String(isCharge)),
  leaf('cbc:AllowanceChargeReason', ({ reason }) => reason),
  amount('cbc:Amount', (one) => one.amount),
);

/** BG-ES-2: the tax or levy that a charge is. UBL has one for each charge. */
const LEVY = parent<SpfeAllowance>(
  'cac:TaxTotal',
  amount('cbc:TaxAmount', (one) => one.amount),
  parent(
    'cac:TaxSubtotal',
    amount('cbc:TaxAmount', (one) => one.amount),
    parent(
      'cac:TaxCategory',
      parent(
        'cac:TaxScheme',
        leaf('cbc:TaxTypeCode', (one) => one['BT-ES-9']),
      ),
    ),
  ),
);

const DOCUMENT_ALLOWANCE = parent<SpfeAllowance>(
  'cac:AllowanceCharge',
  ALLOWANCE,
  parent<SpfeAllowance>(
    'cac:TaxCategory',
    of(({ tax }) => tax, CATEGORY),
    VAT_SCHEME,
  ),
  only((one) => one['BT-ES-9'] !== undefined, LEVY),
);

/** BT-ES-22 of a charge that is no tax. */
const PLAIN_CHARGE = 'RESTO';

const LINE_ALLOWANCE = parent<SpfeLineAllowance>(
  'cac:AllowanceCharge',
  ALLOWANCE,
  only(
    ({ isCharge }) => isCharge,
    parent('cac:TaxCategory', parent('cac:TaxScheme', constant('cbc:TaxTypeCode', PLAIN_CHARGE))),
  ),
);

const EXCHANGE_RATE = of(
  (invoice: SpfeInvoice) => invoice['BT-167'],
  parent(
    'cac:TaxExchangeRate',
    leaf('cbc:SourceCurrencyCode', ({ source }) => source),
    leaf('cbc:TargetCurrencyCode', ({ target }) => target),
    leaf('cbc:CalculationRate', ({ rate }) => rate),
  ),
);

const WITHHOLDING = parent<Withholding>(
  'cac:TaxSubtotal',
  amount('cbc:TaxableAmount', (one) => one['BT-ES-18']),
  amount('cbc:TaxAmount', (one) => one['BT-ES-19']),
  parent(
    'cac:TaxCategory',
    constant('cbc:ID', 'S'),
    leaf('cbc:Percent', (one) => one['BT-ES-20']),
    parent(
      'cac:TaxScheme',
      constant('cbc:ID', 'WTH'),
      leaf('cbc:TaxTypeCode', (one) => one['BT-ES-21']),
    ),
  ),
);

const COLLECTED = parent<CollectedAmount>(
  'cac:CollectionInvoiceLine',
  leaf('cbc:ID', ({ code }) => CODE_PREFIXES.collected + code),
  amount('cbc:TaxInclusiveLineExtensionAmount', (one) => one.amount),
  parent(
    'cac:Item',
    leaf('cbc:Description', ({ description }) => description),
  ),
);

const ITEM_PROPERTY = parent<ItemProperty>(
  'cac:AdditionalItemProperty',
  leaf('cbc:Name', ({ name }) => CODE_PREFIXES.item + name),
  leaf('cbc:Value', ({ value }) => value),
  leaf('cbc:ValueQualifier', ({ qualifier }) => qualifier),
);

const LINE = parent<SpfeLine>(
  'cac:InvoiceLine',
  leaf('cbc:ID', (one) => one['BT-126']),
  leaf('cbc:InvoicedQuantity', (one) => one['BT-129'], { unitCode: (one) => one['BT-130'] }),
  amount('cbc:LineExtensionAmount', (one) => one['BT-131']),
  of((one: SpfeLine) => one['BG-26'], PERIOD),
  parent(
    'cac:OrderLineReference',
    leaf('cbc:LineID', (one) => one['BT-132']),
  ),
  each((one) => one.allowancesAndCharges, LINE_ALLOWANCE),
  parent(
    'cac:Item',
    leaf('cbc:Description', (one) => one['BT-154']),
    leaf('cbc:Name', (one) => one['BT-153']),
    LINE_IDENTIFIERS,
    parent<SpfeLine>(
      'cac:ClassifiedTaxCategory',
      of(({ tax }) => tax, CATEGORY),
      leaf('cbc:TaxExemptionReasonCode', ({ exemption }) => exemption['BT-121']),
      leaf('cbc:TaxExemptionReason', ({ exemption }) => exemption['BT-120']),
      VAT_SCHEME,
    ),
    each((one) => one['BG-32'], ITEM_PROPERTY),
  ),
  parent(
    'cac:Price',
    amount('cbc:PriceAmount', (one) => one['BT-146']),
    leaf('cbc:BaseQuantity', (one) => one['BT-149'], { unitCode: (one) => one['BT-130'] }),
  ),
);

const writeInvoice = buildDocumentWriter<SpfeInvoice>(
  'Invoice',
  { '': `${UBL}:Invoice-2`, ...COMPONENTS },
  HEAD,
  SELLER,
  BUYER,
  PAYMENT_MEANS,
  PAYMENT_TERMS,
  parent(
    'cac:PrepaidPayment',
    leaf('cbc:PaidDate', (invoice) => invoice['BT-ES-2']),
  ),
  each((invoice) => invoice.allowancesAndCharges, DOCUMENT_ALLOWANCE),
  EXCHANGE_RATE,
  TAX_TOTALS,
  parent(
    'cac:WithholdingTaxTotal',
    amount('cbc:TaxAmount', (invoice) => invoice['BT-ES-17']),
    each((invoice) => invoice['BG-ES-4'], WITHHOLDING),
  ),
  MONETARY_TOTAL,
  each((invoice) => invoice['BG-34'], COLLECTED),
  each((invoice) => invoice['BG-25'], LINE),
);

/**
 * Returns the writer of an invoice for AEAT's public solution (SPFE). It is written at once, because
 * its size is limited.
 * @throws NotExpressible with the term, list or article that forbids it.
 */
export function prepareSpfe(source: SpfeSource): () => string {
  const invoice = buildSpfeInvoice(source);
  const xml = writeInvoice(invoice, invoice['BT-5']);
  checkSize(Buffer.byteLength(xml));
  return () => xml;
}
