import { constant, each, inside, leaf, of, only, parent, type Part } from '../../xml/parts.ts';
import type {
  DocumentAllowanceOrCharge,
  EInvoice,
  Line,
  LineAllowance,
  Period,
  VatBreakdown,
} from '../terms.ts';
import { address, VAT_SCHEME } from './ubl-parties.ts';

/*
 * The parts that the UBL 2.1 Invoice and CreditNote share, in the order of the schema.
 */

/** An amount in the currency of the invoice. */
export function amount<T>(name: string, read: (value: T) => string | undefined): Part<T> {
  return leaf(name, read, { currencyID: (_, currency) => currency });
}

/** A category and its rate. Other profiles than that of EN 16931 of 2017 have more categories. */
type Category = { readonly category: string; readonly rate?: string };

export const CATEGORY = inside<Category>(
  leaf('cbc:ID', ({ category }) => category),
  leaf('cbc:Percent', ({ rate }) => rate),
);

/** BG-14. The code 432 (paid to date) is BT-8. */
export const INVOICE_PERIOD = parent<EInvoice>(
  'cac:InvoicePeriod',
  leaf('cbc:StartDate', (invoice) => invoice['BG-14']?.start),
  leaf('cbc:EndDate', (invoice) => invoice['BG-14']?.end),
  only((invoice) => invoice.isTaxDueOnPayment, constant('cbc:DescriptionCode', '432')),
);

export const PRECEDING_INVOICES = each(
  (invoice: Pick<EInvoice, 'BG-3'>) => invoice['BG-3'],
  parent(
    'cac:BillingReference',
    parent(
      'cac:InvoiceDocumentReference',
      leaf('cbc:ID', (one) => one['BT-25']),
      leaf('cbc:IssueDate', (one) => one['BT-26']),
    ),
  ),
);

export const DELIVERY = parent<EInvoice>(
  'cac:Delivery',
  leaf('cbc:ActualDeliveryDate', (invoice) => invoice['BT-72']),
  parent(
    'cac:DeliveryLocation',
    of((invoice: EInvoice) => invoice['BG-15'], address('cac:Address')),
  ),
  parent(
    'cac:DeliveryParty',
    parent(
      'cac:PartyName',
      leaf('cbc:Name', (invoice) => invoice['BT-70']),
    ),
  ),
);

/** BG-16. @param dueDate the due date, which a CreditNote states here. */
export function paymentMeans(dueDate: (invoice: EInvoice) => string | undefined): Part<EInvoice> {
  return only<EInvoice>(
    (invoice) => invoice['BG-16'] !== undefined,
    parent(
      'cac:PaymentMeans',
      leaf('cbc:PaymentMeansCode', (invoice) => invoice['BG-16']!['BT-81'], {
        name: (invoice) => invoice['BG-16']!['BT-82'],
      }),
      leaf('cbc:PaymentDueDate', dueDate),
      leaf('cbc:PaymentID', (invoice) => invoice['BG-16']!['BT-83']),
      parent(
        'cac:PayeeFinancialAccount',
        leaf('cbc:ID', (invoice) => invoice['BG-16']!['BT-84']),
        parent(
          'cac:FinancialInstitutionBranch',
          leaf('cbc:ID', (invoice) => invoice['BG-16']!['BT-86']),
        ),
      ),
      parent(
        'cac:PaymentMandate',
        leaf('cbc:ID', (invoice) => invoice['BG-16']!['BT-89']),
        parent(
          'cac:PayerFinancialAccount',
          leaf('cbc:ID', (invoice) => invoice['BG-16']!['BT-91']),
        ),
      ),
    ),
  );
}

export const PAYMENT_TERMS = parent<Pick<EInvoice, 'BT-20'>>(
  'cac:PaymentTerms',
  leaf('cbc:Note', (invoice) => invoice['BT-20']),
);

export const ALLOWANCES_AND_CHARGES = each(
  (invoice: EInvoice) => invoice.allowancesAndCharges,
  parent<DocumentAllowanceOrCharge>(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', ({ isCharge }) => String(isCharge)),
    leaf('cbc:AllowanceChargeReason', ({ reason }) => reason),
    leaf('cbc:MultiplierFactorNumeric', ({ percent }) => percent),
    amount('cbc:Amount', (one) => one.amount),
    amount('cbc:BaseAmount', ({ base }) => base),
    parent<DocumentAllowanceOrCharge>(
      'cac:TaxCategory',
      of(({ tax }) => tax, CATEGORY),
      VAT_SCHEME,
    ),
  ),
);

/** A part of the breakdown (BG-23). */
type Breakdown = Omit<VatBreakdown, 'tax'> & { readonly tax: Category };

const SUBTOTAL = parent<Breakdown>(
  'cac:TaxSubtotal',
  amount('cbc:TaxableAmount', (one) => one['BT-116']),
  amount('cbc:TaxAmount', (one) => one['BT-117']),
  parent<Breakdown>(
    'cac:TaxCategory',
    of(({ tax }) => tax, CATEGORY),
    leaf('cbc:TaxExemptionReasonCode', (one) => one['BT-121']),
    leaf('cbc:TaxExemptionReason', (one) => one['BT-120']),
    VAT_SCHEME,
  ),
);

type TaxTotals = Pick<EInvoice, 'BT-6' | 'BT-110' | 'BT-111'> & { readonly 'BG-23': readonly Breakdown[] };

export const TAX_TOTALS = inside<TaxTotals>(
  parent(
    'cac:TaxTotal',
    amount('cbc:TaxAmount', (invoice) => invoice['BT-110']),
    each((invoice) => invoice['BG-23'], SUBTOTAL),
  ),
  parent(
    'cac:TaxTotal',
    leaf('cbc:TaxAmount', (invoice) => invoice['BT-111'], { currencyID: (invoice) => invoice['BT-6'] }),
  ),
);

type Totals = Pick<EInvoice, 'BT-106' | 'BT-107' | 'BT-108' | 'BT-109' | 'BT-112' | 'BT-113' | 'BT-115'>;

export const MONETARY_TOTAL = parent<Totals>(
  'cac:LegalMonetaryTotal',
  amount('cbc:LineExtensionAmount', (invoice) => invoice['BT-106']),
  amount('cbc:TaxExclusiveAmount', (invoice) => invoice['BT-109']),
  amount('cbc:TaxInclusiveAmount', (invoice) => invoice['BT-112']),
  amount('cbc:AllowanceTotalAmount', (invoice) => invoice['BT-107']),
  amount('cbc:ChargeTotalAmount', (invoice) => invoice['BT-108']),
  amount('cbc:PrepaidAmount', (invoice) => invoice['BT-113']),
  amount('cbc:PayableAmount', (invoice) => invoice['BT-115']),
);

const LINE_ALLOWANCE = parent<LineAllowance>(
  'cac:AllowanceCharge',
  leaf('cbc:ChargeIndicator', ({ isCharge }) => String(isCharge)),
  leaf('cbc:AllowanceChargeReasonCode', ({ isCharge }) => (isCharge ? undefined : '95')),
  leaf('cbc:AllowanceChargeReason', ({ reason }) => reason),
  leaf('cbc:MultiplierFactorNumeric', ({ percent }) => percent),
  amount('cbc:Amount', (one) => one.amount),
  amount('cbc:BaseAmount', ({ base }) => base),
);

/** BG-26, or BG-14 without BT-8. */
export const PERIOD = parent<Period>(
  'cac:InvoicePeriod',
  leaf('cbc:StartDate', ({ start }) => start),
  leaf('cbc:EndDate', ({ end }) => end),
);

/** The codes of an item. */
export const LINE_IDENTIFIERS = inside<Pick<Line, 'BT-155' | 'BT-156' | 'BT-157'>>(
  parent(
    'cac:BuyersItemIdentification',
    leaf('cbc:ID', (one) => one['BT-156']),
  ),
  parent(
    'cac:SellersItemIdentification',
    leaf('cbc:ID', (one) => one['BT-155']),
  ),
  parent(
    'cac:StandardItemIdentification',
    leaf('cbc:ID', (one) => one['BT-157'], { schemeID: '0160' }),
  ),
);

/**
 * BG-25.
 * @param root the name of the line's element.
 * @param quantity the name of the element with its quantity.
 */
export function line(root: string, quantity: string): Part<Line> {
  return parent<Line>(
    root,
    leaf('cbc:ID', (one) => one['BT-126']),
    leaf('cbc:Note', (one) => one['BT-127']),
    leaf(quantity, (one) => one['BT-129'], { unitCode: (one) => one['BT-130'] }),
    amount('cbc:LineExtensionAmount', (one) => one['BT-131']),
    of((one: Line) => one['BG-26'], PERIOD),
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
      parent<Line>(
        'cac:ClassifiedTaxCategory',
        of(({ tax }) => tax, CATEGORY),
        VAT_SCHEME,
      ),
    ),
    parent(
      'cac:Price',
      amount('cbc:PriceAmount', (one) => one['BT-146']),
    ),
  );
}
