import { XmlDocument, XmlElement, type XmlNode } from 'libxml2-wasm';

/*
 * The arithmetic of a Facturae document, computed again from its text with scaled integers: the
 * rules 6.a to 6.f of the Orden HAP/1650/2015, annex II, which FACe checks, what the documentation
 * of the schema states about totals, and that the taxes of the lines add up to those of the
 * invoice. 6.a is about lines, 6.b about totals and their decimals, 6.c about the currency, 6.d
 * about the sign of withholdings, 6.e about the amount before taxes, and 6.f about the total.
 */

const SCALE = 14;
const ISO_4217: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function parse(text: string): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(SCALE, '0'));
}

/** Rounds a product of two scaled numbers half away from zero to cents, scaled. */
function roundProduct(product: bigint): bigint {
  const cent = 10n ** BigInt(2 * SCALE - 2);
  const size = product < 0n ? -product : product;
  const cents = (size + cent / 2n) / cent;
  return (product < 0n ? -cents : cents) * 10n ** BigInt(SCALE - 2);
}

/** Returns the text of each element that a path finds. */
export function textsAt(xml: string, path: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    return document.find(path).map(({ content }) => content);
  } finally {
    document.dispose();
  }
}

/** Returns the text of the only element that a path finds; null if there is none. */
export function textAt(xml: string, path: string): string | null {
  const [text, ...others] = textsAt(xml, path);
  if (others.length > 0) throw new Error(`${others.length + 1} elements ${path}`);
  return text ?? null;
}

const nameOf = (node: XmlNode): string => (node instanceof XmlElement ? node.name : '');

const ELEMENTS_OF_TAX = [
  'TaxableBase',
  'TaxAmount',
  'SpecialTaxableBase',
  'SpecialTaxAmount',
  'EquivalenceSurchargeAmount',
].flatMap((name) => [`${name}/TotalAmount`, `${name}/EquivalentInEuros`]);

/**
 * Adds each amount of the taxes that have one type, rate and surcharge, and a base at cost or not.
 */
function addTaxes(taxes: readonly XmlElement[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const tax of taxes) {
    const read = (path: string) => tax.get(path)?.content;
    const rates = ['TaxTypeCode', 'TaxRate', 'EquivalenceSurcharge'].map(read).join(' ');
    const isAtCost = read('SpecialTaxableBase/TotalAmount') !== undefined;
    for (const element of ELEMENTS_OF_TAX) {
      const name = `${rates} ${isAtCost} ${element}`;
      sums.set(name, (sums.get(name) ?? 0n) + parse(read(element) ?? '0'));
    }
  }
  return sums;
}

/** Returns what is wrong with the amounts of a document. */
export function findBrokenRules(xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  const broken: string[] = [];
  const sum = (node: XmlNode, path: string): bigint =>
    node.find(path).reduce((total, { content }) => total + parse(content), 0n);
  const same = (rule: string, one: bigint, other: bigint): void => {
    if (one !== other) broken.push(`${rule}: ${one} is not ${other}`);
  };
  try {
    const { root } = document;
    for (const leaf of root.find('//*[not(*)]')) {
      if (leaf.content === '') broken.push(`${nameOf(leaf)} is empty`);
      // Amounts, rates and quantities have decimals; the number of an invoice may be `-0`.
      if (/^-0\.0+$/.test(leaf.content)) broken.push(`${nameOf(leaf)} is negative zero`);
    }
    // Unit prices are exempt from rule 6.a, and rates and quantities are no amounts.
    const isAmount =
      '[not(*)][contains(name(), "Amount") or contains(name(), "Total") or name() = "EquivalentInEuros"]';
    const ofLines = root.find(`//InvoiceLine//*${isAmount}`);
    const others = root.find(`//*${isAmount}[not(ancestor::InvoiceLine)]`);
    for (const [rule, amounts] of [
      ['6.a', ofLines],
      ['6.b', others],
    ] as const)
      for (const amount of amounts)
        if (!/^-?\d+\.\d\d$/.test(amount.content))
          broken.push(`${rule}: ${nameOf(amount)} is ${amount.content}`);
    for (const line of root.find('//InvoiceLine')) {
      const cost = sum(line, 'TotalCost');
      same('6.a', cost, roundProduct(sum(line, 'Quantity') * sum(line, 'UnitPriceWithoutTax')));
      const discounts = sum(line, 'DiscountsAndRebates/Discount/DiscountAmount');
      same('6.a', sum(line, 'GrossAmount'), cost - discounts + sum(line, 'Charges/Charge/ChargeAmount'));
    }
    const totals = root.get('//InvoiceTotals')!;
    const total = (path: string): bigint => sum(totals, path);
    const ofInvoice = (path: string): bigint => sum(root, `//Invoice/${path}/TotalAmount`);
    same('6.b', total('TotalGrossAmount'), sum(root, '//InvoiceLine/GrossAmount'));
    const discounts = total('GeneralDiscounts/Discount/DiscountAmount');
    const charges = total('GeneralSurcharges/Charge/ChargeAmount');
    same('TotalGeneralDiscounts', total('TotalGeneralDiscounts'), discounts);
    same('TotalGeneralSurcharges', total('TotalGeneralSurcharges'), charges);
    const before = total('TotalGrossAmountBeforeTaxes');
    same('6.e', before, total('TotalGrossAmount') - discounts + charges);
    same('TaxableBase', before, ofInvoice('TaxesOutputs/Tax/TaxableBase'));
    const outputs =
      ofInvoice('TaxesOutputs/Tax/TaxAmount') + ofInvoice('TaxesOutputs/Tax/EquivalenceSurchargeAmount');
    same('TotalTaxOutputs', total('TotalTaxOutputs'), outputs);
    same('TotalTaxesWithheld', total('TotalTaxesWithheld'), ofInvoice('TaxesWithheld/Tax/TaxAmount'));
    same('6.f', total('InvoiceTotal'), before + outputs - total('TotalTaxesWithheld'));
    const onAccount = total('PaymentsOnAccount/PaymentOnAccount/PaymentOnAccountAmount');
    same('TotalPaymentsOnAccount', total('TotalPaymentsOnAccount'), onAccount);
    same('TotalOutstandingAmount', total('TotalOutstandingAmount'), total('InvoiceTotal') - onAccount);
    const expenses = total('ReimbursableExpenses/ReimbursableExpenses/ReimbursableExpensesAmount');
    same('TotalReimbursableExpenses', total('TotalReimbursableExpenses'), expenses);
    const executable = total('TotalExecutableAmount');
    same('TotalExecutableAmount', executable, total('TotalOutstandingAmount') + expenses);
    // Discounts and charges of the whole invoice belong to no line.
    if (root.find('//GeneralDiscounts | //GeneralSurcharges').length === 0)
      for (const taxes of ['TaxesOutputs', 'TaxesWithheld']) {
        const [ofAll, ofEach] = [`//Invoice/${taxes}/Tax`, `//InvoiceLine/${taxes}/Tax`].map((path) =>
          addTaxes(root.find(path) as XmlElement[]),
        );
        for (const name of new Set([...ofAll!.keys(), ...ofEach!.keys()]))
          same(`${taxes} of the lines, ${name}`, ofEach!.get(name) ?? 0n, ofAll!.get(name) ?? 0n);
      }
    const installments = root.find('//InstallmentAmount');
    if (installments.length > 0) same('InstallmentAmount', sum(root, '//InstallmentAmount'), executable);
    same('Batch', sum(root, '//TotalInvoicesAmount/TotalAmount'), total('InvoiceTotal'));
    same('Batch', sum(root, '//Batch/TotalOutstandingAmount/TotalAmount'), total('TotalOutstandingAmount'));
    same('Batch', sum(root, '//Batch/TotalExecutableAmount/TotalAmount'), executable);
    // RCF06007.
    if (before > 0n && total('TotalTaxesWithheld') < 0n) broken.push('6.d: withholdings are negative');
    for (const tax of root.find('//TaxesWithheld/Tax'))
      if (sum(tax, 'TaxableBase/TotalAmount') * sum(tax, 'TaxAmount/TotalAmount') < 0n)
        broken.push('TaxesWithheld: a withholding has another sign than its base');
    const currencies = new Set(root.find('//InvoiceCurrencyCode').map(({ content }) => content));
    if (currencies.size !== 1) broken.push(`6.c: ${currencies.size} currencies`);
    for (const currency of currencies)
      if (!ISO_4217.has(currency)) broken.push(`6.c: ${currency} is no currency of ISO 4217`);
    // The schema requires euros beside every amount in another currency.
    const isForeign = root.get('//Batch/InvoiceCurrencyCode')!.content !== 'EUR';
    const inEuros = root.find('//EquivalentInEuros').length;
    if (inEuros !== (isForeign ? root.find('//TotalAmount').length : 0)) broken.push('EquivalentInEuros');
  } finally {
    document.dispose();
  }
  return broken;
}
