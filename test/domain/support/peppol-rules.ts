import { XmlDocument, type XmlNode } from 'libxml2-wasm';

/*
 * The rules of Peppol BIS Billing 3.0 that a document of this product could break, computed again from its text. The Schematron rules of EN 16931
 * judge the rest. The identifiers are those of Peppol.
 */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACES = { cac: `${UBL}:CommonAggregateComponents-2`, cbc: `${UBL}:CommonBasicComponents-2` };
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
/** P0100 and P0101: the types of documents that this product writes and Peppol allows. */
const TYPES = new Set(['380', '381']);
const DIRECT_DEBITS = new Set(['49', '59']);

const SCALE = 6;
/** Two cents, with the decimals of a product of two scaled numbers. */
const SLACK = 2n * 10n ** BigInt(2 * SCALE - 2);

function scale(text: string): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(SCALE, '0'));
}

const ONE = 10n ** BigInt(SCALE);
const isClose = (one: bigint, other: bigint): boolean => one - other <= SLACK && other - one <= SLACK;

const find = (node: XmlNode, path: string): string[] =>
  node.find(path, NAMESPACES).map(({ content }) => content);
const read = (node: XmlNode, path: string): string | undefined => find(node, path)[0];
const sum = (node: XmlNode, path: string): bigint =>
  find(node, path).reduce((total, text) => total + scale(text), 0n);

/** Returns the rules of Peppol that a UBL invoice or credit note breaks. */
export function findBrokenPeppolRules(xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    const { root } = document;
    return [...checkHeader(root), ...checkTotals(root), ...checkAllowances(root), ...checkLines(root)];
  } finally {
    document.dispose();
  }
}

/** Returns the rules that are broken. */
const list = (broken: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(broken)
    .filter((rule) => broken[rule])
    .map((rule) => `PEPPOL-EN16931-${rule}`);

function checkHeader(root: XmlNode): string[] {
  const type = read(root, 'cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode');
  const isDebit = DIRECT_DEBITS.has(read(root, 'cac:PaymentMeans/cbc:PaymentMeansCode') ?? '');
  const has = (path: string): boolean => read(root, path) !== undefined;
  return list({
    R001: read(root, 'cbc:ProfileID') !== PROFILE,
    R002: find(root, 'cbc:Note').length > 1,
    R003: !has('cbc:BuyerReference') && !has('cac:OrderReference/cbc:ID'),
    R004: read(root, 'cbc:CustomizationID') !== SPECIFICATION,
    R008: find(root, '//*[not(*) and not(normalize-space())]').length > 0,
    R010: !has('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID'),
    R020: !has('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID'),
    R061: isDebit && !has('cac:PaymentMeans/cac:PaymentMandate/cbc:ID'),
    R080: find(root, 'cac:AdditionalDocumentReference[cbc:DocumentTypeCode="50"]').length > 1,
    P0100: !TYPES.has(type ?? ''),
  });
}

function checkTotals(root: XmlNode): string[] {
  const currency = read(root, 'cbc:DocumentCurrencyCode');
  const accounting = read(root, 'cbc:TaxCurrencyCode');
  const taxes = root.find('cac:TaxTotal', NAMESPACES);
  const withoutSubtotals = find(root, 'cac:TaxTotal[not(cac:TaxSubtotal)]/cbc:TaxAmount');
  const signs = taxes.map((tax) => sum(tax, 'cbc:TaxAmount'));
  const currencies = find(
    root,
    '//*[@currencyID][not(parent::cac:TaxTotal[not(cac:TaxSubtotal)])]/@currencyID',
  );
  return list({
    R005: accounting !== undefined && accounting === currency,
    R051: currencies.some((each) => each !== currency),
    R053: taxes.length - withoutSubtotals.length !== 1,
    R054: withoutSubtotals.length !== (accounting === undefined ? 0 : 1),
    R055: signs.some((sign) => sign < 0n) && signs.some((sign) => sign > 0n),
  });
}

function checkAllowances(root: XmlNode): string[] {
  return root.find('//cac:AllowanceCharge', NAMESPACES).flatMap((each) => {
    const base = read(each, 'cbc:BaseAmount');
    const percent = read(each, 'cbc:MultiplierFactorNumeric');
    const isWrong =
      base !== undefined &&
      percent !== undefined &&
      !isClose(sum(each, 'cbc:Amount') * ONE, (scale(base) * scale(percent)) / 100n);
    return list({
      R040: isWrong,
      R041: percent !== undefined && base === undefined,
      R042: base !== undefined && percent === undefined,
    });
  });
}

function checkLines(root: XmlNode): string[] {
  const start = read(root, 'cac:InvoicePeriod/cbc:StartDate');
  const end = read(root, 'cac:InvoicePeriod/cbc:EndDate');
  return root.find('cac:InvoiceLine | cac:CreditNoteLine', NAMESPACES).flatMap((line) => {
    const quantity = sum(line, 'cbc:InvoicedQuantity | cbc:CreditedQuantity');
    const allowed = sum(line, 'cac:AllowanceCharge[cbc:ChargeIndicator="false"]/cbc:Amount');
    const charged = sum(line, 'cac:AllowanceCharge[cbc:ChargeIndicator="true"]/cbc:Amount');
    const net = quantity * sum(line, 'cac:Price/cbc:PriceAmount') + (charged - allowed) * ONE;
    const lineStart = read(line, 'cac:InvoicePeriod/cbc:StartDate');
    const lineEnd = read(line, 'cac:InvoicePeriod/cbc:EndDate');
    return list({
      R110: start !== undefined && lineStart !== undefined && lineStart < start,
      R111: end !== undefined && lineEnd !== undefined && lineEnd > end,
      R120: !isClose(sum(line, 'cbc:LineExtensionAmount') * ONE, net),
    });
  });
}
