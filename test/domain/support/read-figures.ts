import { XmlDocument } from 'libxml2-wasm';

/*
 * The figures and categories of a written electronic invoice, read from its text, so that documents
 * of different writers can be compared.
 */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CII = 'urn:un:unece:uncefact:data:standard';
const NAMESPACES = {
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
  ram: `${CII}:ReusableAggregateBusinessInformationEntity:100`,
};

/** The terms by the paths of their elements. Each tuple of a group is one of its occurrences. */
type Paths = {
  readonly totals: Readonly<Record<string, string>>;
  readonly groups: Readonly<
    Record<string, { readonly path: string; readonly terms: Readonly<Record<string, string>> }>
  >;
};

const UBL_PATHS: Paths = {
  totals: {
    'BT-3': 'cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode',
    'BT-81': 'cac:PaymentMeans/cbc:PaymentMeansCode',
    'BT-84': 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID',
    'BT-106': 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    'BT-109': 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount',
    'BT-110': 'cac:TaxTotal/cbc:TaxAmount',
    'BT-112': 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
    'BT-113': 'cac:LegalMonetaryTotal/cbc:PrepaidAmount',
    'BT-115': 'cac:LegalMonetaryTotal/cbc:PayableAmount',
    'BT-25': 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID',
    'BT-80': 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode',
  },
  groups: {
    'BG-23': {
      path: 'cac:TaxTotal/cac:TaxSubtotal',
      terms: {
        'BT-116': 'cbc:TaxableAmount',
        'BT-117': 'cbc:TaxAmount',
        'BT-118': 'cac:TaxCategory/cbc:ID',
        'BT-119': 'cac:TaxCategory/cbc:Percent',
        'BT-121': 'cac:TaxCategory/cbc:TaxExemptionReasonCode',
      },
    },
    'BG-25': {
      path: 'cac:InvoiceLine | cac:CreditNoteLine',
      terms: {
        'BT-129': 'cbc:InvoicedQuantity | cbc:CreditedQuantity',
        'BT-131': 'cbc:LineExtensionAmount',
        'BT-146': 'cac:Price/cbc:PriceAmount',
        'BT-151': 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
        'BT-152': 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
      },
    },
  },
};

const SETTLEMENT = '//ram:ApplicableHeaderTradeSettlement';
const SUMS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const MEANS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`;
const CII_PATHS: Paths = {
  totals: {
    'BT-3': '/*/*/ram:TypeCode',
    'BT-81': `${MEANS}/ram:TypeCode`,
    'BT-84': `${MEANS}/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`,
    'BT-106': `${SUMS}/ram:LineTotalAmount`,
    'BT-109': `${SUMS}/ram:TaxBasisTotalAmount`,
    'BT-110': `${SUMS}/ram:TaxTotalAmount`,
    'BT-112': `${SUMS}/ram:GrandTotalAmount`,
    'BT-113': `${SUMS}/ram:TotalPrepaidAmount`,
    'BT-115': `${SUMS}/ram:DuePayableAmount`,
    'BT-25': `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
    'BT-80': '//ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID',
  },
  groups: {
    'BG-23': {
      path: `${SETTLEMENT}/ram:ApplicableTradeTax`,
      terms: {
        'BT-116': 'ram:BasisAmount',
        'BT-117': 'ram:CalculatedAmount',
        'BT-118': 'ram:CategoryCode',
        'BT-119': 'ram:RateApplicablePercent',
        'BT-121': 'ram:ExemptionReasonCode',
      },
    },
    'BG-25': {
      path: '//ram:IncludedSupplyChainTradeLineItem',
      terms: {
        'BT-129': 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
        'BT-131':
          'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
        'BT-146': 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount',
        'BT-151': 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode',
        'BT-152': 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:RateApplicablePercent',
      },
    },
  },
};

/**
 * Returns the type, totals, categories, rates and line amounts of a UBL or CII document; an absent
 * term is null. Numbers are equal if their values are.
 */
export function readFigures(xml: string): Record<string, unknown> {
  const document = XmlDocument.fromString(xml);
  const { totals, groups } = xml.includes('CrossIndustryInvoice') ? CII_PATHS : UBL_PATHS;
  try {
    const { root } = document;
    const read = (from: typeof root, paths: Readonly<Record<string, string>>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(paths).map(([term, path]) => [
          term,
          normalize(from.find(path, NAMESPACES)[0]?.content),
        ]),
      );
    const occurrences = Object.entries(groups).map(([group, { path, terms }]) => [
      group,
      root.find(path, NAMESPACES).map((one) => read(one as typeof root, terms)),
    ]);
    return { ...read(root, totals), ...Object.fromEntries(occurrences) };
  } finally {
    document.dispose();
  }
}

function normalize(text: string | undefined): string | number | null {
  if (text === undefined) return null;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
