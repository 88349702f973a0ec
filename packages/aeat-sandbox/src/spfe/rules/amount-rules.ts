import { selectAll, textAt } from '../wire/select.ts';
import { amountOf, areAllIn, sumOf, whose, type InvoiceCase, type InvoiceRule } from './invoice-case.ts';
import { CATEGORIES, COLLECTED, CONCEPTS, LEVIES } from './lists.ts';

const TOTALS = 'LegalMonetaryTotal';
const COLLECTION = 'TaxInclusiveLineExtensionAmount';
const MARGINS: readonly string[] = ['D', 'F'];

const allowancesOf = ({ all }: InvoiceCase, isCharge: boolean) =>
  whose(all('AllowanceCharge'), 'ChargeIndicator', String(isCharge));
const sumAllowances = (invoice: InvoiceCase, isCharge: boolean) =>
  allowancesOf(invoice, isCharge).reduce((sum, one) => sum + amountOf(one, 'Amount'), 0);
const collected = ({ all }: InvoiceCase, ...codes: string[]) =>
  whose(all('CollectionInvoiceLine'), 'ID', ...codes);
/** BG-23. The second TaxTotal contains only BT-111. */
const breakdownOf = ({ all }: InvoiceCase) =>
  all('TaxTotal')
    .slice(0, 1)
    .flatMap((total) => selectAll(total, 'TaxSubtotal'));

/** A category of the breakdown with what distinguishes it: rate and reason. */
function listGroups(invoice: InvoiceCase): string[] {
  return breakdownOf(invoice).map((group) =>
    JSON.stringify([
      textAt(group, 'TaxCategory/ID'),
      Number(textAt(group, 'TaxCategory/Percent')),
      textAt(group, 'TaxCategory/TaxExemptionReasonCode'),
      textAt(group, 'TaxCategory/TaxExemptionReason'),
    ]),
  );
}

function isWrongWithholding(invoice: InvoiceCase): boolean {
  const lines = collected(invoice, 'RETE');
  const stated = invoice.all('WithholdingTaxTotal').length;
  if (lines.length !== stated) return true;
  return lines.some(
    (line) => amountOf(line, COLLECTION) !== -invoice.amount('WithholdingTaxTotal/TaxAmount'),
  );
}

/** The rules about the sums and what is collected or withheld. */
export const AMOUNT_RULES: readonly InvoiceRule[] = [
  {
    term: 'BG-23',
    what: 'no breakdown, or a category, rate and reason twice',
    breaks: (invoice) => {
      const groups = listGroups(invoice);
      return groups.length === 0 || new Set(groups).size < groups.length;
    },
  },
  {
    term: 'L4',
    what: 'a category that the list lacks',
    breaks: (invoice) =>
      ['AllowanceCharge/TaxCategory/ID', 'TaxTotal/TaxSubtotal/TaxCategory/ID'].some(
        (path) => !areAllIn(invoice, path, CATEGORIES),
      ),
  },
  {
    term: 'BT-118',
    what: 'a scheme of the breakdown or of an allowance other than VAT',
    breaks: (invoice) =>
      ['AllowanceCharge/TaxCategory/TaxScheme/ID', 'TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID'].some(
        (path) => !areAllIn(invoice, path, new Set(['VAT'])),
      ),
  },
  {
    term: 'BT-121',
    what: 'a code of exemption other than VATEX-EU and VATEX-ES',
    breaks: ({ all }) =>
      all('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode').some(({ text }) => !isExemption(text)),
  },
  {
    term: 'BT-117',
    what: 'the tax of a margin is shown (D, F)',
    breaks: (invoice) =>
      whose(breakdownOf(invoice), 'TaxCategory/ID', ...MARGINS).some(
        (group) => amountOf(group, 'TaxAmount') !== 0,
      ),
  },
  {
    term: 'BT-ES-8',
    what: 'the amount of a levy is not the same in both places',
    breaks: ({ all }) =>
      all('AllowanceCharge/TaxTotal').some(
        (levy) => amountOf(levy, 'TaxAmount') !== amountOf(levy, 'TaxSubtotal/TaxAmount'),
      ),
  },
  {
    term: 'L9',
    what: 'a levy that the list lacks, or one of an allowance',
    breaks: (invoice) =>
      !areAllIn(invoice, 'AllowanceCharge/TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/TaxTypeCode', LEVIES) ||
      allowancesOf(invoice, false).some((one) => selectAll(one, 'TaxTotal').length > 0),
  },
  {
    term: 'BT-106',
    what: 'not the sum of BT-131',
    breaks: ({ amount, sum }) =>
      amount(`${TOTALS}/LineExtensionAmount`) !== sum('InvoiceLine/LineExtensionAmount'),
  },
  {
    term: 'BT-107',
    what: 'not the sum of BT-92',
    breaks: (invoice) => invoice.amount(`${TOTALS}/AllowanceTotalAmount`) !== sumAllowances(invoice, false),
  },
  {
    term: 'BT-108',
    what: 'not the sum of BT-99',
    breaks: (invoice) => invoice.amount(`${TOTALS}/ChargeTotalAmount`) !== sumAllowances(invoice, true),
  },
  {
    term: 'BT-109',
    what: 'not BT-106 − BT-107 + BT-108',
    breaks: ({ amount }) =>
      amount(`${TOTALS}/TaxExclusiveAmount`) !==
      amount(`${TOTALS}/LineExtensionAmount`) -
        amount(`${TOTALS}/AllowanceTotalAmount`) +
        amount(`${TOTALS}/ChargeTotalAmount`),
  },
  {
    term: 'BT-110',
    what: 'not the sum of BT-117',
    breaks: (invoice) =>
      invoice.amount('TaxTotal/TaxAmount') !==
      breakdownOf(invoice).reduce((sum, group) => sum + amountOf(group, 'TaxAmount'), 0),
  },
  {
    term: 'BT-112',
    what: 'not BT-109 + BT-110',
    breaks: ({ amount }) =>
      amount(`${TOTALS}/TaxInclusiveAmount`) !==
      amount(`${TOTALS}/TaxExclusiveAmount`) + amount('TaxTotal/TaxAmount'),
  },
  {
    term: 'L7',
    what: 'a collected amount that the list lacks',
    breaks: (invoice) => !areAllIn(invoice, 'CollectionInvoiceLine/ID', COLLECTED),
  },
  {
    term: 'BT-ES-15',
    what: 'what lowers the amount to pay (MINO) is not negative',
    breaks: (invoice) => collected(invoice, 'MINO').some((line) => amountOf(line, COLLECTION) >= 0),
  },
  {
    term: 'BT-ES-16',
    what: 'not one RETE, minus BT-ES-17, exactly if there are withholdings',
    breaks: isWrongWithholding,
  },
  {
    term: 'BT-ES-17',
    what: 'not the sum of BT-ES-19',
    breaks: ({ all, amount }) =>
      amount('WithholdingTaxTotal/TaxAmount') !== sumOf(all('WithholdingTaxTotal/TaxSubtotal/TaxAmount')),
  },
  {
    term: 'L5',
    what: 'a concept of withholding that the list lacks',
    breaks: (invoice) =>
      !areAllIn(invoice, 'WithholdingTaxTotal/TaxSubtotal/TaxCategory/TaxScheme/TaxTypeCode', CONCEPTS),
  },
  {
    term: 'BG-ES-4',
    what: 'a withholding whose category is not S, or whose scheme is not WTH',
    breaks: (invoice) =>
      !areAllIn(invoice, 'WithholdingTaxTotal/TaxSubtotal/TaxCategory/ID', new Set(['S'])) ||
      !areAllIn(invoice, 'WithholdingTaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID', new Set(['WTH'])),
  },
  {
    term: 'BT-115',
    what: 'not BT-112 − BT-113 + Σ BT-179 + BT-114',
    breaks: ({ amount, sum }) =>
      amount(`${TOTALS}/PayableAmount`) !==
      amount(`${TOTALS}/TaxInclusiveAmount`) -
        amount(`${TOTALS}/PrepaidAmount`) +
        sum(`CollectionInvoiceLine/${COLLECTION}`) +
        amount(`${TOTALS}/PayableRoundingAmount`),
  },
];

/** Returns whether a code of exemption is one of the two lists that Annex I names. */
export function isExemption(code: string): boolean {
  return code.startsWith('VATEX-EU') || code.startsWith('VATEX-ES');
}
