import { XmlDocument, type XmlElement } from 'libxml2-wasm';

/* The terms of Annex I, read from the text of an invoice, by the paths of Orden HAC/1028/2026. */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACES = {
  i: `${UBL}:Invoice-2`,
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
};

export type Terms = { readonly [term: string]: unknown };

const SUPPLIER = 'cac:AccountingSupplierParty/cac:Party';
const CUSTOMER = 'cac:AccountingCustomerParty/cac:Party';
const TAX_ID = (scheme: 'VAT' | 'LOC') =>
  `cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='${scheme}']/cbc:CompanyID${scheme === 'LOC' ? "[@schemeID='FC']" : ''}`;
const TOTAL = (name: string) => `cac:LegalMonetaryTotal/cbc:${name}`;
const document = (name: string, leaf: string) =>
  `cac:AdditionalDocumentReference[cbc:ID='${name}']/cbc:${leaf}`;
const THIRD_PARTY = `${SUPPLIER}/cac:ServiceProviderParty`;

const PATHS: Readonly<Record<string, string>> = {
  'BT-1': 'cbc:ID',
  'BT-ES-1': 'cbc:CopyIndicator',
  'BT-2': 'cbc:IssueDate',
  'BT-3': 'cbc:InvoiceTypeCode',
  'BT-5': 'cbc:DocumentCurrencyCode',
  'BT-6': 'cbc:TaxCurrencyCode',
  'BT-7': 'cbc:TaxPointDate',
  'BT-9': 'cbc:DueDate',
  'BT-10': 'cac:BuyerAssignedReference/cbc:BuyerReference',
  'BT-13': 'cac:OrderReference/cbc:ID',
  'BT-20': 'cac:PaymentTerms/cbc:Note',
  'BT-23': 'cbc:ProfileID',
  'BT-24': 'cbc:CustomizationID',
  'BT-ES-2': 'cac:PrepaidPayment/cbc:PaidDate',
  'BT-27': `${SUPPLIER}/cac:PartyLegalEntity/cbc:RegistrationName`,
  'BT-30': `${SUPPLIER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'BT-31': `${SUPPLIER}/${TAX_ID('VAT')}`,
  'BT-32': `${SUPPLIER}/${TAX_ID('LOC')}`,
  'BT-35': `${SUPPLIER}/cac:PostalAddress/cbc:StreetName`,
  'BT-37': `${SUPPLIER}/cac:PostalAddress/cbc:CityName`,
  'BT-38': `${SUPPLIER}/cac:PostalAddress/cbc:PostalZone`,
  'BT-39': `${SUPPLIER}/cac:PostalAddress/cbc:CountrySubentity`,
  'BT-40': `${SUPPLIER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
  'BT-44': `${CUSTOMER}/cac:PartyLegalEntity/cbc:RegistrationName`,
  'BT-47': `${CUSTOMER}/${TAX_ID('LOC')}`,
  'BT-48': `${CUSTOMER}/${TAX_ID('VAT')}`,
  'BT-50': `${CUSTOMER}/cac:PostalAddress/cbc:StreetName`,
  'BT-52': `${CUSTOMER}/cac:PostalAddress/cbc:CityName`,
  'BT-53': `${CUSTOMER}/cac:PostalAddress/cbc:PostalZone`,
  'BT-54': `${CUSTOMER}/cac:PostalAddress/cbc:CountrySubentity`,
  'BT-55': `${CUSTOMER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
  'BT-73': 'cac:InvoicePeriod/cbc:StartDate',
  'BT-74': 'cac:InvoicePeriod/cbc:EndDate',
  'BT-81': 'cac:PaymentMeans/cbc:PaymentMeansCode',
  'BT-84': 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID',
  'BT-106': TOTAL('LineExtensionAmount'),
  'BT-107': TOTAL('AllowanceTotalAmount'),
  'BT-108': TOTAL('ChargeTotalAmount'),
  'BT-109': TOTAL('TaxExclusiveAmount'),
  'BT-110': 'cac:TaxTotal[1]/cbc:TaxAmount',
  'BT-111': 'cac:TaxTotal[2]/cbc:TaxAmount',
  'BT-112': TOTAL('TaxInclusiveAmount'),
  'BT-113': TOTAL('PrepaidAmount'),
  'BT-115': TOTAL('PayableAmount'),
  'BT-167': 'cac:TaxExchangeRate/cbc:CalculationRate',
  'BT-ES-3': `${THIRD_PARTY}/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName`,
  'BT-ES-4': `${THIRD_PARTY}/cac:Party/${TAX_ID('LOC')}`,
  'BT-ES-5': `${THIRD_PARTY}/cbc:ServiceTypeCode`,
  'BT-ES-17': 'cac:WithholdingTaxTotal/cbc:TaxAmount',
  'RECT:TIPO': document('RECT:TIPO', 'DocumentTypeCode'),
  'RECT:MODALIDAD': document('RECT:MODALIDAD', 'DocumentTypeCode'),
};

type Group = { readonly path: string; readonly terms: Readonly<Record<string, string>> };

const ALLOWANCE = (indicator: boolean, terms: Group['terms']): Group => ({
  path: `cac:AllowanceCharge[cbc:ChargeIndicator='${indicator}']`,
  terms,
});
const GROUPS: Readonly<Record<string, Group>> = {
  'BG-1': {
    path: 'cac:Annotation',
    terms: { 'BT-21': 'cbc:SubjectCode', 'BT-22': 'cbc:AnnotationContent' },
  },
  'BG-3': {
    path: 'cac:BillingReference/cac:InvoiceDocumentReference',
    terms: { 'BT-25': 'cbc:ID', 'BT-26': 'cbc:IssueDate' },
  },
  'BG-20': ALLOWANCE(false, {
    'BT-92': 'cbc:Amount',
    'BT-95': 'cac:TaxCategory/cbc:ID',
    'BT-96': 'cac:TaxCategory/cbc:Percent',
    'BT-97': 'cbc:AllowanceChargeReason',
  }),
  'BG-21': ALLOWANCE(true, {
    'BT-99': 'cbc:Amount',
    'BT-102': 'cac:TaxCategory/cbc:ID',
    'BT-103': 'cac:TaxCategory/cbc:Percent',
    'BT-104': 'cbc:AllowanceChargeReason',
    'BT-ES-9': 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cac:TaxScheme/cbc:TaxTypeCode',
  }),
  'BG-23': {
    path: 'cac:TaxTotal/cac:TaxSubtotal',
    terms: {
      'BT-116': 'cbc:TaxableAmount',
      'BT-117': 'cbc:TaxAmount',
      'BT-118': 'cac:TaxCategory/cbc:ID',
      'BT-119': 'cac:TaxCategory/cbc:Percent',
      'BT-120': 'cac:TaxCategory/cbc:TaxExemptionReason',
      'BT-121': 'cac:TaxCategory/cbc:TaxExemptionReasonCode',
    },
  },
  'BG-ES-4': {
    path: 'cac:WithholdingTaxTotal/cac:TaxSubtotal',
    terms: {
      'BT-ES-18': 'cbc:TaxableAmount',
      'BT-ES-19': 'cbc:TaxAmount',
      'BT-ES-20': 'cac:TaxCategory/cbc:Percent',
      'BT-ES-21': "cac:TaxCategory/cac:TaxScheme[cbc:ID='WTH']/cbc:TaxTypeCode",
    },
  },
  'BG-34': {
    path: 'cac:CollectionInvoiceLine',
    terms: {
      id: 'cbc:ID',
      'BT-179': 'cbc:TaxInclusiveLineExtensionAmount',
      'BT-180': 'cac:Item/cbc:Description',
    },
  },
  'BG-25': {
    path: 'cac:InvoiceLine',
    terms: {
      'BT-126': 'cbc:ID',
      'BT-129': 'cbc:InvoicedQuantity',
      'BT-130': 'cbc:InvoicedQuantity/@unitCode',
      'BT-131': 'cbc:LineExtensionAmount',
      'BT-146': 'cac:Price/cbc:PriceAmount',
      'BT-151': 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
      'BT-152': 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
      'BT-195': 'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReasonCode',
    },
  },
};

const textAt = (node: XmlElement, path: string): string | undefined => node.get(path, NAMESPACES)?.content;
const elementsAt = (node: XmlElement, path: string): XmlElement[] =>
  node.find(path, NAMESPACES) as XmlElement[];

function readGroup(element: XmlElement, terms: Group['terms']): Terms {
  const read = Object.entries(terms).map(([term, path]) => [term, textAt(element, path)] as const);
  return Object.fromEntries(read.filter(([, text]) => text !== undefined));
}

function readProperties(line: XmlElement): Terms {
  const properties = elementsAt(line, 'cac:Item/cac:AdditionalItemProperty');
  const named = (name: string) => properties.filter((one) => textAt(one, 'cbc:Name') === name);
  const [rcat] = named('RCAT').map((one) =>
    readGroup(one, { 'BT-161': 'cbc:Value', 'BT-ES-23': 'cbc:ValueQualifier' }),
  );
  return {
    'BG-32 REGI': named('REGI').map((one) =>
      readGroup(one, { 'BT-161': 'cbc:Value', 'BT-ES-24': 'cbc:ValueQualifier' }),
    ),
    ...(rcat && { 'BG-32 RCAT': rcat }),
    'BG-32 INFO': named('INFO').map((one) => textAt(one, 'cbc:Value')),
    'BG-27': elementsAt(line, "cac:AllowanceCharge[cbc:ChargeIndicator='false']").map((one) =>
      readGroup(one, { 'BT-136': 'cbc:Amount', 'BT-139': 'cbc:AllowanceChargeReason' }),
    ),
  };
}

/** Reads the terms of an invoice. Groups that it does not have are absent. */
export function readTerms(xml: string): Terms {
  const parsed = XmlDocument.fromString(xml);
  try {
    const { root } = parsed;
    const terms: Record<string, unknown> = readGroup(root, PATHS);
    for (const [name, { path, terms: own }] of Object.entries(GROUPS)) {
      const elements = elementsAt(root, path);
      if (elements.length === 0) continue;
      terms[name] = elements.map((element) => ({
        ...readGroup(element, own),
        ...(name === 'BG-25' && readProperties(element)),
      }));
    }
    const [qr] = elementsAt(root, "cac:AdditionalDocumentReference[cbc:ID='QR']");
    if (qr)
      terms['BG-24 QR'] = readGroup(qr, {
        'BT-122': 'cbc:ID',
        'BT-123': 'cbc:DocumentDescription',
        'BT-ES-25': 'cbc:UUID',
      });
    const amounts = elementsAt(root, "cac:AdditionalDocumentReference[cbc:ID='RECT:IMPORTES']");
    if (amounts.length > 0)
      terms['RECT:IMPORTES'] = Object.fromEntries(
        amounts.map((one) => [textAt(one, 'cbc:DocumentTypeCode'), textAt(one, 'cbc:DocumentDescription')]),
      );
    if (textAt(root, `${THIRD_PARTY}/cbc:ServiceTypeCode`) !== undefined) terms['BG-ES-1'] = true;
    return terms;
  } finally {
    parsed.dispose();
  }
}
