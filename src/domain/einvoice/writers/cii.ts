import {
  buildDocumentWriter,
  constant,
  each,
  inside,
  leaf,
  of,
  only,
  parent,
  type Part,
} from '../../xml/parts.ts';
import { NotExpressible } from '../refusal.ts';
import type {
  DocumentAllowanceOrCharge,
  EInvoice,
  Payee,
  PaymentInstructions,
  PrecedingInvoice,
  ReferenceTerm,
  VatBreakdown,
} from '../terms.ts';
import {
  ADDRESS,
  BUYER,
  category,
  DAY,
  day,
  indicator,
  LINE,
  period,
  SELLER,
  writeDay,
} from './cii-parts.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/*
 * UN/CEFACT Cross Industry Invoice, D16B, in the order of the schema. Factur-X (profile EN 16931)
 * is the same document.
 */

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** An element that identifies another document. */
function reference(name: string, term: ReferenceTerm): Part<EInvoice> {
  return parent(
    name,
    leaf('ram:IssuerAssignedID', (invoice) => invoice[term]),
  );
}

const AGREEMENT = parent<EInvoice>(
  'ram:ApplicableHeaderTradeAgreement',
  leaf('ram:BuyerReference', (invoice) => invoice['BT-10']),
  of((invoice) => invoice['BG-4'], SELLER),
  of((invoice) => invoice['BG-7'], BUYER),
  reference('ram:BuyerOrderReferencedDocument', 'BT-13'),
  reference('ram:ContractReferencedDocument', 'BT-12'),
  of(
    (invoice) => invoice['BT-11'],
    parent<string>(
      'ram:SpecifiedProcuringProject',
      leaf('ram:ID', (project) => project),
      constant('ram:Name', 'Project reference'),
    ),
  ),
);

const DELIVERY = parent<EInvoice>(
  'ram:ApplicableHeaderTradeDelivery',
  parent(
    'ram:ShipToTradeParty',
    leaf('ram:Name', (invoice) => invoice['BT-70']),
    of((invoice) => invoice['BG-15'], ADDRESS),
  ),
  parent(
    'ram:ActualDeliverySupplyChainEvent',
    day('ram:OccurrenceDateTime', (invoice) => invoice['BT-72']),
  ),
  reference('ram:DespatchAdviceReferencedDocument', 'BT-16'),
);

const PAYMENT_MEANS = parent<PaymentInstructions>(
  'ram:SpecifiedTradeSettlementPaymentMeans',
  leaf('ram:TypeCode', (means) => means['BT-81']),
  leaf('ram:Information', (means) => means['BT-82']),
  parent(
    'ram:PayerPartyDebtorFinancialAccount',
    leaf('ram:IBANID', (means) => means['BT-91']),
  ),
  parent(
    'ram:PayeePartyCreditorFinancialAccount',
    leaf('ram:IBANID', (means) => means['BT-84']),
  ),
  parent(
    'ram:PayeeSpecifiedCreditorFinancialInstitution',
    leaf('ram:BICID', (means) => means['BT-86']),
  ),
);

/**
 * A breakdown, and whether its tax is due on payment: BT-8, of which CII has the code 72 of UNTDID
 * 2475.
 */
type DueBreakdown = VatBreakdown & { readonly isDueOnPayment: boolean };

const BREAKDOWN = parent<DueBreakdown>(
  'ram:ApplicableTradeTax',
  leaf('ram:CalculatedAmount', (one) => one['BT-117']),
  constant('ram:TypeCode', 'VAT'),
  leaf('ram:ExemptionReason', (one) => one['BT-120']),
  leaf('ram:BasisAmount', (one) => one['BT-116']),
  leaf('ram:CategoryCode', ({ tax }) => tax.category),
  leaf('ram:ExemptionReasonCode', (one) => one['BT-121']),
  only(({ isDueOnPayment }) => isDueOnPayment, constant('ram:DueDateTypeCode', '72')),
  leaf('ram:RateApplicablePercent', ({ tax }) => tax.rate),
);

const ALLOWANCE_OR_CHARGE = parent<DocumentAllowanceOrCharge>(
  'ram:SpecifiedTradeAllowanceCharge',
  indicator(({ isCharge }) => isCharge),
  leaf('ram:CalculationPercent', ({ percent }) => percent),
  leaf('ram:BasisAmount', ({ base }) => base),
  leaf('ram:ActualAmount', ({ amount }) => amount),
  leaf('ram:Reason', ({ reason }) => reason),
  of(({ tax }) => tax, category('ram:CategoryTradeTax')),
);

const PAYMENT_TERMS = parent<EInvoice>(
  'ram:SpecifiedTradePaymentTerms',
  leaf('ram:Description', (invoice) => invoice['BT-20']),
  day('ram:DueDateDateTime', (invoice) => invoice['BT-9']),
  leaf('ram:DirectDebitMandateID', (invoice) => invoice['BG-16']?.['BT-89']),
);

const SUMS = parent<EInvoice>(
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  leaf('ram:LineTotalAmount', (invoice) => invoice['BT-106']),
  leaf('ram:ChargeTotalAmount', (invoice) => invoice['BT-108']),
  leaf('ram:AllowanceTotalAmount', (invoice) => invoice['BT-107']),
  leaf('ram:TaxBasisTotalAmount', (invoice) => invoice['BT-109']),
  leaf('ram:TaxTotalAmount', (invoice) => invoice['BT-110'], { currencyID: (_, currency) => currency }),
  leaf('ram:TaxTotalAmount', (invoice) => invoice['BT-111'], { currencyID: (invoice) => invoice['BT-6'] }),
  leaf('ram:GrandTotalAmount', (invoice) => invoice['BT-112']),
  leaf('ram:TotalPrepaidAmount', (invoice) => invoice['BT-113']),
  leaf('ram:DuePayableAmount', (invoice) => invoice['BT-115']),
);

const PRECEDING_INVOICE = parent<PrecedingInvoice>(
  'ram:InvoiceReferencedDocument',
  leaf('ram:IssuerAssignedID', (one) => one['BT-25']),
  parent(
    'ram:FormattedIssueDateTime',
    leaf('qdt:DateTimeString', (one) => writeDay(one['BT-26']), DAY),
  ),
);

const SETTLEMENT = parent<EInvoice>(
  'ram:ApplicableHeaderTradeSettlement',
  leaf('ram:CreditorReferenceID', (invoice) => invoice['BG-16']?.['BT-90']),
  leaf('ram:PaymentReference', (invoice) => invoice['BG-16']?.['BT-83']),
  leaf('ram:TaxCurrencyCode', (invoice) => invoice['BT-6']),
  leaf('ram:InvoiceCurrencyCode', (invoice) => invoice['BT-5']),
  of(
    (invoice) => invoice['BG-10'],
    parent<Payee>(
      'ram:PayeeTradeParty',
      leaf('ram:Name', (payee) => payee['BT-59']),
      parent(
        'ram:SpecifiedLegalOrganization',
        leaf('ram:ID', (payee) => payee['BT-61']),
      ),
    ),
  ),
  of((invoice) => invoice['BG-16'], PAYMENT_MEANS),
  each(
    ({ 'BG-23': all, isTaxDueOnPayment }) =>
      all.map((one) => ({ ...one, isDueOnPayment: isTaxDueOnPayment })),
    BREAKDOWN,
  ),
  of((invoice) => invoice['BG-14'], period('ram:BillingSpecifiedPeriod')),
  each((invoice) => invoice.allowancesAndCharges, ALLOWANCE_OR_CHARGE),
  PAYMENT_TERMS,
  SUMS,
  each((invoice) => invoice['BG-3'], PRECEDING_INVOICE),
  parent(
    'ram:ReceivableSpecifiedTradeAccountingAccount',
    leaf('ram:ID', (invoice) => invoice['BT-19']),
  ),
);

const WRITE = buildDocumentWriter<EInvoice>(
  'rsm:CrossIndustryInvoice',
  NAMESPACES,
  parent(
    'rsm:ExchangedDocumentContext',
    parent('ram:GuidelineSpecifiedDocumentContextParameter', constant('ram:ID', 'urn:cen.eu:en16931:2017')),
  ),
  parent(
    'rsm:ExchangedDocument',
    leaf('ram:ID', (invoice) => invoice['BT-1']),
    leaf('ram:TypeCode', (invoice) => invoice['BT-3']),
    day('ram:IssueDateTime', (invoice) => invoice['BT-2']),
    each(
      (invoice) => invoice['BT-22'],
      parent<string>(
        'ram:IncludedNote',
        leaf('ram:Content', (note) => note),
      ),
    ),
  ),
  parent(
    'rsm:SupplyChainTradeTransaction',
    inside(
      each((invoice) => invoice['BG-25'], LINE),
      AGREEMENT,
      DELIVERY,
      SETTLEMENT,
    ),
  ),
);

const SOUTH_SUDAN = 'SS';

/**
 * Returns the writer of an invoice in CII D16B.
 * @throws NotExpressible for IGIC of 0 %, for South Sudan, and for more than one preceding invoice,
 *   which only Factur-X can name.
 */
export function prepareCii(invoice: EInvoice): () => string {
  const { length } = invoice['BG-3'];
  if (length > 1) {
    throw new NotExpressible('BG-3', formatMessage('cii_several_preceding', { count: length }));
  }
  return prepareFacturX(invoice);
}

/**
 * Returns the writer of an invoice in CII for a PDF: Factur-X 1.0, profile EN 16931.
 * @throws NotExpressible for IGIC of 0 % and for South Sudan, which the rules of CII refuse and
 *   those of UBL accept.
 */
export function prepareFacturX(invoice: EInvoice): () => string {
  if (invoice['BG-23'].some(({ tax }) => tax.category === 'L' && !/[1-9]/.test(tax.rate ?? ''))) {
    throw new NotExpressible('BR-AF-05', formatMessage('cii_zero_igic'));
  }
  const addresses = [invoice['BG-4']['BG-5'], invoice['BG-7']['BG-8'], invoice['BG-15']];
  if (addresses.some((address) => address?.country === SOUTH_SUDAN))
    throw new NotExpressible('BR-CL-14', formatMessage('country_not_of_cii'));
  return () => WRITE(invoice, invoice['BT-5']);
}
