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
  Buyer,
  CategoryAndRate,
  DocumentAllowanceOrCharge,
  EInvoice,
  Line,
  LineAllowance,
  PaymentInstructions,
  Period,
  PostalAddress,
  PrecedingInvoice,
  Seller,
  VatBreakdown,
} from '../terms.ts';

/*
 * UN/CEFACT Cross Industry Invoice, D16B, in the order of the schema. Factur-X (profile EN 16931) is the same document.
 */

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** UNTDID 2379: CCYYMMDD. */
const DAY = { format: '102' };

function writeDay(date: string | undefined): string | undefined {
  return date?.replaceAll('-', '');
}

/** An element with a date. */
function day<T>(name: string, read: (value: T) => string | undefined): Part<T> {
  return parent<T>(
    name,
    leaf('udt:DateTimeString', (value) => writeDay(read(value)), DAY),
  );
}

function period(name: string): Part<Period> {
  return parent(
    name,
    day('ram:StartDateTime', ({ start }) => start),
    day('ram:EndDateTime', ({ end }) => end),
  );
}

const ADDRESS = parent<PostalAddress>(
  'ram:PostalTradeAddress',
  leaf('ram:PostcodeCode', ({ postCode }) => postCode),
  leaf('ram:LineOne', ({ line }) => line),
  leaf('ram:CityName', ({ city }) => city),
  leaf('ram:CountryID', ({ country }) => country),
  leaf('ram:CountrySubDivisionName', ({ subdivision }) => subdivision),
);

function taxRegistration<T>(scheme: string, read: (value: T) => string | undefined): Part<T> {
  return parent<T>('ram:SpecifiedTaxRegistration', leaf('ram:ID', read, { schemeID: scheme }));
}

const SELLER = parent<Seller>(
  'ram:SellerTradeParty',
  leaf('ram:Name', (seller) => seller['BT-27']),
  leaf('ram:Description', (seller) => seller['BT-33']),
  parent(
    'ram:SpecifiedLegalOrganization',
    leaf('ram:ID', (seller) => seller['BT-30']),
  ),
  parent(
    'ram:DefinedTradeContact',
    parent(
      'ram:TelephoneUniversalCommunication',
      leaf('ram:CompleteNumber', (seller) => seller['BT-42']),
    ),
    parent(
      'ram:EmailURIUniversalCommunication',
      leaf('ram:URIID', (seller) => seller['BT-43']),
    ),
  ),
  of((seller) => seller['BG-5'], ADDRESS),
  parent(
    'ram:URIUniversalCommunication',
    leaf('ram:URIID', (seller) => seller['BT-34']?.value, { schemeID: (seller) => seller['BT-34']?.scheme }),
  ),
  taxRegistration('VA', (seller) => seller['BT-31']),
  taxRegistration('FC', (seller) => seller['BT-32']),
);

const BUYER = parent<Buyer>(
  'ram:BuyerTradeParty',
  leaf('ram:ID', (buyer) => buyer['BT-46']),
  leaf('ram:Name', (buyer) => buyer['BT-44']),
  parent(
    'ram:SpecifiedLegalOrganization',
    leaf('ram:ID', (buyer) => buyer['BT-47']),
  ),
  of((buyer) => buyer['BG-8'], ADDRESS),
  parent(
    'ram:URIUniversalCommunication',
    leaf('ram:URIID', (buyer) => buyer['BT-49']?.value, { schemeID: (buyer) => buyer['BT-49']?.scheme }),
  ),
  taxRegistration('VA', (buyer) => buyer['BT-48']),
);

/** The category and the rate of a line, an allowance or a charge. */
function category(name: string): Part<CategoryAndRate> {
  return parent(
    name,
    constant('ram:TypeCode', 'VAT'),
    leaf('ram:CategoryCode', (tax) => tax.category),
    leaf('ram:RateApplicablePercent', ({ rate }) => rate),
  );
}

function indicator<T>(read: (value: T) => boolean): Part<T> {
  return parent<T>(
    'ram:ChargeIndicator',
    leaf('udt:Indicator', (value) => String(read(value))),
  );
}

const LINE_ALLOWANCE = parent<LineAllowance>(
  'ram:SpecifiedTradeAllowanceCharge',
  indicator(() => false),
  leaf('ram:CalculationPercent', ({ percent }) => percent),
  leaf('ram:BasisAmount', ({ base }) => base),
  leaf('ram:ActualAmount', ({ amount }) => amount),
  constant('ram:ReasonCode', '95'),
  leaf('ram:Reason', ({ reason }) => reason),
);

const LINE = parent<Line>(
  'ram:IncludedSupplyChainTradeLineItem',
  parent(
    'ram:AssociatedDocumentLineDocument',
    leaf('ram:LineID', (line) => line['BT-126']),
    parent(
      'ram:IncludedNote',
      leaf('ram:Content', (line) => line['BT-127']),
    ),
  ),
  parent(
    'ram:SpecifiedTradeProduct',
    leaf('ram:GlobalID', (line) => line['BT-157'], { schemeID: '0160' }),
    leaf('ram:SellerAssignedID', (line) => line['BT-155']),
    leaf('ram:BuyerAssignedID', (line) => line['BT-156']),
    leaf('ram:Name', (line) => line['BT-153']),
    leaf('ram:Description', (line) => line['BT-154']),
  ),
  parent(
    'ram:SpecifiedLineTradeAgreement',
    parent(
      'ram:BuyerOrderReferencedDocument',
      leaf('ram:LineID', (line) => line['BT-132']),
    ),
    parent(
      'ram:NetPriceProductTradePrice',
      leaf('ram:ChargeAmount', (line) => line['BT-146']),
    ),
  ),
  parent(
    'ram:SpecifiedLineTradeDelivery',
    leaf('ram:BilledQuantity', (line) => line['BT-129'], { unitCode: (line) => line['BT-130'] }),
  ),
  parent(
    'ram:SpecifiedLineTradeSettlement',
    of((line) => line.tax, category('ram:ApplicableTradeTax')),
    of((line) => line['BG-26'], period('ram:BillingSpecifiedPeriod')),
    each((line) => line['BG-27'], LINE_ALLOWANCE),
    parent(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      leaf('ram:LineTotalAmount', (line) => line['BT-131']),
    ),
  ),
);

/** An element that identifies another document. */
function reference(name: string, read: (invoice: EInvoice) => string | undefined): Part<EInvoice> {
  return parent(name, leaf('ram:IssuerAssignedID', read));
}

const AGREEMENT = parent<EInvoice>(
  'ram:ApplicableHeaderTradeAgreement',
  leaf('ram:BuyerReference', (invoice) => invoice['BT-10']),
  of((invoice) => invoice['BG-4'], SELLER),
  of((invoice) => invoice['BG-7'], BUYER),
  reference('ram:BuyerOrderReferencedDocument', (invoice) => invoice['BT-13']),
  reference('ram:ContractReferencedDocument', (invoice) => invoice['BT-12']),
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
    parent(
      'ram:PostalTradeAddress',
      leaf('ram:CountryID', (invoice) => invoice['BT-80']),
    ),
  ),
  parent(
    'ram:ActualDeliverySupplyChainEvent',
    day('ram:OccurrenceDateTime', (invoice) => invoice['BT-72']),
  ),
  reference('ram:DespatchAdviceReferencedDocument', (invoice) => invoice['BT-16']),
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

/** BG-23. @param isDueOnPayment whether the tax is due on payment: BT-8, of which CII has the code 72 of UNTDID 2475. */
function breakdown(isDueOnPayment: boolean): Part<VatBreakdown> {
  return parent(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', (one) => one['BT-117']),
    constant('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', (one) => one['BT-120']),
    leaf('ram:BasisAmount', (one) => one['BT-116']),
    leaf('ram:CategoryCode', ({ tax }) => tax.category),
    leaf('ram:ExemptionReasonCode', (one) => one['BT-121']),
    ...(isDueOnPayment ? [constant<VatBreakdown>('ram:DueDateTypeCode', '72')] : []),
    leaf('ram:RateApplicablePercent', ({ tax }) => tax.rate),
  );
}

const ALLOWANCE_OR_CHARGE = parent<DocumentAllowanceOrCharge>(
  'ram:SpecifiedTradeAllowanceCharge',
  indicator(({ isCharge }) => isCharge),
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
  leaf('ram:TaxCurrencyCode', (invoice) => invoice['BT-6']),
  leaf('ram:InvoiceCurrencyCode', (invoice) => invoice['BT-5']),
  of((invoice) => invoice['BG-16'], PAYMENT_MEANS),
  only(
    (invoice) => invoice.isTaxDueOnPayment,
    each((invoice) => invoice['BG-23'], breakdown(true)),
  ),
  only(
    (invoice) => !invoice.isTaxDueOnPayment,
    each((invoice) => invoice['BG-23'], breakdown(false)),
  ),
  of((invoice) => invoice['BG-14'], period('ram:BillingSpecifiedPeriod')),
  each((invoice) => invoice.allowancesAndCharges, ALLOWANCE_OR_CHARGE),
  PAYMENT_TERMS,
  SUMS,
  each((invoice) => invoice['BG-3'], PRECEDING_INVOICE),
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

/**
 * Writes an invoice in CII D16B.
 * @throws NotExpressible for IGIC of 0 %, and for more than one preceding invoice, which only Factur-X can name.
 */
export function writeCii(invoice: EInvoice): string {
  const { length } = invoice['BG-3'];
  if (length > 1) {
    throw new NotExpressible('BG-3', `CII D16B has one preceding invoice, and this invoice names ${length}`);
  }
  return writeFacturX(invoice);
}

/**
 * Writes an invoice in CII for a PDF: Factur-X 1.0, profile EN 16931.
 * @throws NotExpressible for IGIC of 0 %, which the rules of CII refuse and those of UBL accept.
 */
export function writeFacturX(invoice: EInvoice): string {
  if (invoice['BG-23'].some(({ tax }) => tax.category === 'L' && !/[1-9]/.test(tax.rate ?? ''))) {
    throw new NotExpressible(
      'BR-AF-05',
      'IGIC of 0 % cannot be stated in CII, whose rules require a rate above 0',
    );
  }
  return WRITE(invoice, invoice['BT-5']);
}
