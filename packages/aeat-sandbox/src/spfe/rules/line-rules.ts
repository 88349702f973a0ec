import type { XmlElement } from '../../xml/element.ts';
import { selectAll, textAt } from '../wire/select.ts';
import { isExemption } from './amount-rules.ts';
import { areAllIn, whose, type InvoiceCase, type InvoiceRule } from './invoice-case.ts';
import { CATEGORIES, LEVIES, PROPERTIES, REGIMES, SITUATIONS } from './lists.ts';

const LINE = 'InvoiceLine';
const CATEGORY = `${LINE}/Item/ClassifiedTaxCategory`;
const MOST_REGIMES = 2;

const propertiesOf = (line: XmlElement, name: string) =>
  whose(selectAll(line, 'Item/AdditionalItemProperty'), 'Name', name);
const someLine = ({ all }: InvoiceCase, test: (line: XmlElement) => boolean) => all(LINE).some(test);

/** The rules about lines. */
export const LINE_RULES: readonly InvoiceRule[] = [
  {
    term: 'BT-126',
    what: 'the same identifier twice',
    breaks: ({ all }) => {
      const ids = all(`${LINE}/ID`).map(({ text }) => text);
      return new Set(ids).size < ids.length;
    },
  },
  {
    term: 'BT-151',
    what: 'a category that L4 lacks',
    breaks: (invoice) => !areAllIn(invoice, `${CATEGORY}/ID`, CATEGORIES),
  },
  {
    term: 'BG-30',
    what: 'a scheme other than VAT',
    breaks: (invoice) => !areAllIn(invoice, `${CATEGORY}/TaxScheme/ID`, new Set(['VAT'])),
  },
  {
    term: 'BT-195',
    what: 'a code of exemption other than VATEX-EU and VATEX-ES',
    breaks: ({ all }) => all(`${CATEGORY}/TaxExemptionReasonCode`).some(({ text }) => !isExemption(text)),
  },
  {
    term: 'BT-146',
    what: 'a negative price',
    breaks: ({ all }) => all(`${LINE}/Price/PriceAmount`).some(({ text }) => Number(text) < 0),
  },
  {
    term: 'L8',
    what: 'a property that the list lacks',
    breaks: (invoice) =>
      invoice.isCopy && !areAllIn(invoice, `${LINE}/Item/AdditionalItemProperty/Name`, PROPERTIES),
  },
  {
    term: 'REGI',
    what: 'not one or two regimes',
    breaks: (invoice) =>
      someLine(invoice, (line) => {
        const count = propertiesOf(line, 'REGI').length;
        return count < 1 || count > MOST_REGIMES;
      }),
  },
  {
    term: 'BT-ES-24',
    what: 'a regime of a tax other than IVA, IGIC and IPSI',
    breaks: (invoice) =>
      someLine(invoice, (line) =>
        propertiesOf(line, 'REGI').some((regime) => !REGIMES.has(textAt(regime, 'ValueQualifier') ?? '')),
      ),
  },
  {
    term: 'L3',
    what: 'a regime that the list of its tax lacks',
    breaks: (invoice) =>
      someLine(invoice, (line) =>
        propertiesOf(line, 'REGI').some((regime) => {
          const list = REGIMES.get(textAt(regime, 'ValueQualifier') ?? '');
          return list !== undefined && !list.has(textAt(regime, 'Value') ?? '');
        }),
      ),
  },
  {
    term: 'RCAT',
    what: 'more than one cadastral reference',
    breaks: (invoice) => someLine(invoice, (line) => propertiesOf(line, 'RCAT').length > 1),
  },
  {
    term: 'L6',
    what: 'a property without a situation of the list (BT-ES-23)',
    breaks: (invoice) =>
      someLine(invoice, (line) =>
        propertiesOf(line, 'RCAT').some((one) => !SITUATIONS.has(textAt(one, 'ValueQualifier') ?? '')),
      ),
  },
  {
    term: 'BT-ES-22',
    what: 'a charge without a code of L9, or an allowance with one',
    breaks: ({ all }) =>
      all(`${LINE}/AllowanceCharge`).some((one) => {
        const code = textAt(one, 'TaxCategory/TaxScheme/TaxTypeCode');
        return textAt(one, 'ChargeIndicator') === 'true' ? !LEVIES.has(code ?? '') : code !== null;
      }),
  },
];
