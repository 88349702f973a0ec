import { escapeXml } from '../../../src/xml/write-xml.ts';

/* Invoices by Annex I of Orden HAC/1028/2026 for the tests. All identifiers are invented. */

export const SELLER = 'B12345674';
export const BUYER = 'A12345674';
export const DAY = '2027-11-30';
export const NOW = Date.parse('2027-11-30T12:00:00+01:00');

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
export const NAMESPACES = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"`;

/** A replacement of a text that must be in the document. */
export type Edit = readonly [find: string, put: string];

const scheme = (nif: string) =>
  `<cac:PartyTaxScheme><cbc:CompanyID>ES${nif}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>` +
  `<cac:PartyTaxScheme><cbc:CompanyID schemeID="FC">${nif}</cbc:CompanyID><cac:TaxScheme><cbc:ID>LOC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
const address = (city: string) =>
  `<cac:PostalAddress><cbc:StreetName>Calle Mayor 1</cbc:StreetName><cbc:CityName>${city}</cbc:CityName><cbc:PostalZone>41001</cbc:PostalZone>` +
  `<cbc:CountrySubentity>${city}</cbc:CountrySubentity><cac:Country><cbc:IdentificationCode>ES</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`;
const eur = (name: string, amount: string) => `<cbc:${name} currencyID="EUR">${amount}</cbc:${name}>`;
const vat = (name: string, rate: string, id = 'S') =>
  `<cac:${name}><cbc:ID>${id}</cbc:ID><cbc:Percent>${rate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;
const property = (name: string, value: string, qualifier?: string) =>
  `<cac:AdditionalItemProperty><cbc:Name>${name}</cbc:Name><cbc:Value>${value}</cbc:Value>${
    qualifier === undefined ? '' : `<cbc:ValueQualifier>${qualifier}</cbc:ValueQualifier>`
  }</cac:AdditionalItemProperty>`;
const collected = (code: string, amount: string) =>
  `<cac:CollectionInvoiceLine><cbc:ID>${code}</cbc:ID>${eur('TaxInclusiveLineExtensionAmount', amount)}<cac:Item><cbc:Description>Importe</cbc:Description></cac:Item></cac:CollectionInvoiceLine>`;

export type Draft = {
  readonly number?: string;
  readonly isCopy?: boolean;
  readonly date?: string;
  readonly seller?: string;
  readonly buyer?: string;
  /** Replacements in the text. */
  readonly edits?: readonly Edit[];
};

const head = ({ number = 'F-1', isCopy = false, date = DAY }: Draft, middle: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="${UBL}:Invoice-2" ${NAMESPACES}>` +
  '<cbc:CustomizationID>urn:cen.eu:en16931:2026#conformant#urn:aeat.es:spfe:1.0.0:extended</cbc:CustomizationID>' +
  '<cbc:ProfileID>urn:aeat:names:specification:ubl:schema:profile:B2B</cbc:ProfileID>' +
  `<cbc:ID>${escapeXml(number)}</cbc:ID><cbc:CopyIndicator>${isCopy}</cbc:CopyIndicator><cbc:IssueDate>${date}</cbc:IssueDate>${middle}`;
const parties = ({ seller = SELLER, buyer = BUYER }: Draft, provider = '') =>
  `<cac:AccountingSupplierParty><cac:Party>${address('Madrid')}${scheme(seller)}<cac:PartyLegalEntity><cbc:RegistrationName>Empresa Ejemplo, S.L.</cbc:RegistrationName><cbc:CompanyID>${seller}</cbc:CompanyID></cac:PartyLegalEntity>${provider}</cac:Party></cac:AccountingSupplierParty>` +
  `<cac:AccountingCustomerParty><cac:Party>${address('Sevilla')}${scheme(buyer)}<cac:PartyLegalEntity><cbc:RegistrationName>Construcciones Ejemplo, S.A.</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>`;
const total = (base: string, tax: string) =>
  `<cac:TaxTotal>${eur('TaxAmount', tax)}<cac:TaxSubtotal>${eur('TaxableAmount', base)}${eur('TaxAmount', tax)}${vat('TaxCategory', '21')}</cac:TaxSubtotal></cac:TaxTotal>`;
const line = (net: string, price: string, inside = '', properties = '') =>
  `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity>${eur('LineExtensionAmount', net)}${inside}` +
  `<cac:Item><cbc:Name>Lámpara</cbc:Name>${vat('ClassifiedTaxCategory', '21')}${property('REGI', '01', 'IVA')}${properties}</cac:Item><cac:Price>${eur('PriceAmount', price)}</cac:Price></cac:InvoiceLine>`;

function edit(text: string, edits: readonly Edit[] = []): string {
  return edits.reduce((edited, [find, put]) => {
    if (!edited.includes(find)) throw new Error(`The invoice has no ${find}`);
    return edited.replaceAll(find, put);
  }, text);
}

/** Writes an invoice of 200.00 € and 21 %. */
export function writeInvoice(draft: Draft = {}): string {
  const text =
    head(
      draft,
      '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>',
    ) +
    `${parties(draft)}${total('200.00', '42.00')}<cac:LegalMonetaryTotal>${eur('LineExtensionAmount', '200.00')}${eur('TaxExclusiveAmount', '200.00')}` +
    `${eur('TaxInclusiveAmount', '242.00')}${eur('PayableAmount', '242.00')}</cac:LegalMonetaryTotal>${line('200.00', '100.00')}</Invoice>`;
  return edit(text, draft.edits);
}

const DOCUMENT = (name: string, inside: string) =>
  `<cac:AdditionalDocumentReference><cbc:ID>${name}</cbc:ID>${inside}</cac:AdditionalDocumentReference>`;

/** Writes an invoice with almost everything that Annex I allows. */
export function writeFullInvoice(draft: Draft = {}): string {
  const provider =
    '<cac:ServiceProviderParty><cbc:ServiceTypeCode>FacturaciónPorTercero</cbc:ServiceTypeCode><cac:Party><cac:PartyTaxScheme>' +
    '<cbc:CompanyID schemeID="FC">12345678Z</cbc:CompanyID><cac:TaxScheme><cbc:ID>LOC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>' +
    '<cac:PartyLegalEntity><cbc:RegistrationName>Ana Ejemplo</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:ServiceProviderParty>';
  const charges =
    `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Descuento</cbc:AllowanceChargeReason>${eur('Amount', '15.00')}${vat('TaxCategory', '21')}</cac:AllowanceCharge>` +
    `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Impuesto sobre envases</cbc:AllowanceChargeReason>${eur('Amount', '20.00')}${vat('TaxCategory', '21')}` +
    `<cac:TaxTotal>${eur('TaxAmount', '20.00')}<cac:TaxSubtotal>${eur('TaxAmount', '20.00')}<cac:TaxCategory><cac:TaxScheme><cbc:TaxTypeCode>IEP</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal></cac:AllowanceCharge>`;
  const lineCharges =
    `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Rebaja</cbc:AllowanceChargeReason>${eur('Amount', '10.00')}</cac:AllowanceCharge>` +
    `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Portes</cbc:AllowanceChargeReason>${eur('Amount', '5.00')}<cac:TaxCategory><cac:TaxScheme><cbc:TaxTypeCode>RESTO</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>`;
  const withheld =
    `<cac:WithholdingTaxTotal>${eur('TaxAmount', '30.00')}<cac:TaxSubtotal>${eur('TaxableAmount', '200.00')}${eur('TaxAmount', '30.00')}` +
    '<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>15</cbc:Percent><cac:TaxScheme><cbc:ID>WTH</cbc:ID><cbc:TaxTypeCode>07</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:WithholdingTaxTotal>';
  const text =
    head(
      draft,
      `<cbc:IssueTime>10:00:00</cbc:IssueTime><cbc:DueDate>2027-12-30</cbc:DueDate><cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode><cbc:TaxPointDate>2027-11-20</cbc:TaxPointDate>` +
        `<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cac:InvoicePeriod><cbc:StartDate>2027-11-01</cbc:StartDate><cbc:EndDate>2027-11-30</cbc:EndDate></cac:InvoicePeriod>` +
        '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-0</cbc:ID><cbc:IssueDate>2027-11-01</cbc:IssueDate></cac:InvoiceDocumentReference></cac:BillingReference>' +
        DOCUMENT(
          'QR',
          '<cbc:UUID>https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674</cbc:UUID><cbc:DocumentTypeCode>916</cbc:DocumentTypeCode><cbc:DocumentDescription>VERIFACTU</cbc:DocumentDescription>',
        ) +
        DOCUMENT('AUT', '<cbc:UUID>AUT-77</cbc:UUID>') +
        DOCUMENT('RECT:TIPO', '<cbc:DocumentTypeCode>R4</cbc:DocumentTypeCode>') +
        DOCUMENT('RECT:MODALIDAD', '<cbc:DocumentTypeCode>S</cbc:DocumentTypeCode>') +
        DOCUMENT(
          'RECT:IMPORTES',
          '<cbc:DocumentTypeCode>Base</cbc:DocumentTypeCode><cbc:DocumentDescription>100.00</cbc:DocumentDescription>',
        ) +
        DOCUMENT(
          'RECT:IMPORTES',
          '<cbc:DocumentTypeCode>Cuota</cbc:DocumentTypeCode><cbc:DocumentDescription>21.00</cbc:DocumentDescription>',
        ) +
        '<cac:BuyerAssignedReference><cbc:BuyerReference>OBRA-17</cbc:BuyerReference></cac:BuyerAssignedReference>' +
        '<cac:Annotation><cbc:SubjectCode>REG</cbc:SubjectCode><cbc:AnnotationContent>Rectificativa</cbc:AnnotationContent></cac:Annotation>',
    ) +
    parties(draft, provider) +
    '<cac:PaymentMeans><cbc:PaymentMeansCode name="Transferencia">58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>ES9121000418450200051332</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>' +
    '<cac:PaymentTerms><cbc:Note>30 días</cbc:Note></cac:PaymentTerms><cac:PrepaidPayment><cbc:PaidDate>2027-11-25</cbc:PaidDate></cac:PrepaidPayment>' +
    `${charges}${total('200.00', '42.00')}${withheld}<cac:LegalMonetaryTotal>${eur('LineExtensionAmount', '195.00')}${eur('TaxExclusiveAmount', '200.00')}${eur('TaxInclusiveAmount', '242.00')}` +
    `${eur('AllowanceTotalAmount', '15.00')}${eur('ChargeTotalAmount', '20.00')}${eur('PrepaidAmount', '12.00')}${eur('PayableRoundingAmount', '0.50')}${eur('PayableAmount', '206.50')}</cac:LegalMonetaryTotal>` +
    `${collected('SUPL', '10.00')}${collected('MINO', '-4.00')}${collected('RETE', '-30.00')}` +
    `${line('195.00', '100.00', lineCharges, property('RCAT', '9872023VH5797S0001WX', '01') + property('INFO', 'Color blanco'))}</Invoice>`;
  return edit(text, draft.edits);
}

/** Writes an invoice in dollars, with its tax in euros. */
export function writeForeignInvoice(draft: Draft = {}): string {
  return writeInvoice({
    ...draft,
    edits: [
      ['currencyID="EUR"', 'currencyID="USD"'],
      [
        '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>',
        '<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
      ],
      [
        '<cac:TaxTotal>',
        '<cac:TaxExchangeRate><cbc:SourceCurrencyCode>USD</cbc:SourceCurrencyCode><cbc:TargetCurrencyCode>EUR</cbc:TargetCurrencyCode><cbc:CalculationRate>0.5</cbc:CalculationRate></cac:TaxExchangeRate><cac:TaxTotal>',
      ],
      ['</cac:TaxTotal>', `</cac:TaxTotal><cac:TaxTotal>${eur('TaxAmount', '21.00')}</cac:TaxTotal>`],
      ...(draft.edits ?? []),
    ],
  });
}
