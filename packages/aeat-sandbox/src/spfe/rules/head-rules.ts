import { readHundredths } from '../../records/decimal.ts';
import { textAt } from '../wire/select.ts';
import { areAllIn, haveAttribute, whose, type InvoiceCase, type InvoiceRule } from './invoice-case.ts';
import { DOCUMENTS, PROCESS, RECTIFICATION_CODES, RECTIFYING, SPECIFICATION, TYPES } from './lists.ts';

const DOCUMENT = 'AdditionalDocumentReference';
const MOST_AMOUNTS = 3;
const CURRENCY = /^[A-Z]{3}$/;

const namesOf = ({ all }: InvoiceCase, name: string) => whose(all(DOCUMENT), 'ID', name);
const typesOf = (invoice: InvoiceCase, name: string) =>
  namesOf(invoice, name).map((group) => textAt(group, 'DocumentTypeCode') ?? '');

function isWrongPaymentDay({ text, issueDate }: InvoiceCase): boolean {
  const paid = text('PrepaidPayment/PaidDate');
  return paid !== null && (paid > issueDate || paid < (text('TaxPointDate') ?? issueDate));
}

/** The rules about the head of an invoice and about its documents. */
export const HEAD_RULES: readonly InvoiceRule[] = [
  { term: 'BT-23', what: 'another process', breaks: ({ text }) => text('ProfileID') !== PROCESS },
  {
    term: 'BT-24',
    what: 'another specification',
    breaks: ({ text }) => text('CustomizationID') !== SPECIFICATION,
  },
  { term: 'L1', what: 'BT-3 is none of the types', breaks: ({ type }) => !TYPES.has(type) },
  { term: 'BT-5', what: 'no currency of ISO 4217', breaks: ({ currency }) => !CURRENCY.test(currency) },
  {
    term: 'BT-6',
    what: 'EUR is missing beside another currency, or it is another',
    breaks: ({ text, currency }) => (text('TaxCurrencyCode') ?? currency) !== 'EUR',
  },
  {
    term: 'BT-7',
    what: 'the same day as BT-2',
    breaks: ({ text, issueDate }) => text('TaxPointDate') === issueDate,
  },
  {
    term: 'BT-111',
    what: 'the tax in EUR is missing beside another currency, or there is no other',
    breaks: ({ all, currency }) => all('TaxTotal').length !== (currency === 'EUR' ? 1 : 2),
  },
  {
    term: 'BT-111',
    what: 'the second sum of taxes is not in EUR',
    breaks: ({ all }) =>
      all('TaxTotal')
        .slice(1)
        .some((total) => !haveAttribute(total, 'currencyID', 'EUR')),
  },
  {
    term: 'currencyID',
    what: 'an amount is not in BT-5',
    breaks: ({ root, all, currency }) =>
      root.children
        .filter((child) => child !== all('TaxTotal')[1])
        .some((child) => !haveAttribute(child, 'currencyID', currency)),
  },
  {
    term: 'BT-167',
    what: 'an exchange rate without another currency, or between others',
    breaks: ({ all, text, currency }) =>
      all('TaxExchangeRate').length > 0 &&
      (currency === 'EUR' ||
        text('TaxExchangeRate/SourceCurrencyCode') !== currency ||
        text('TaxExchangeRate/TargetCurrencyCode') !== 'EUR'),
  },
  {
    term: 'BT-ES-2',
    what: 'the day of payment is after BT-2, or before the operation',
    breaks: isWrongPaymentDay,
  },
  {
    term: 'L10',
    what: 'a document that the list lacks',
    breaks: (invoice) => !areAllIn(invoice, `${DOCUMENT}/ID`, DOCUMENTS),
  },
  {
    term: 'BT-ES-25',
    what: 'more than one QR, or one without its URL',
    breaks: (invoice) => {
      const codes = namesOf(invoice, 'QR');
      return codes.length > 1 || codes.some((code) => !textAt(code, 'UUID')?.startsWith('https://'));
    },
  },
  {
    term: 'BT-123',
    what: 'the QR is neither VERIFACTU nor TICKETBAI',
    breaks: (invoice) =>
      namesOf(invoice, 'QR').some(
        (code) => !['VERIFACTU', 'TICKETBAI', null].includes(textAt(code, 'DocumentDescription')),
      ),
  },
  {
    term: 'BT-ES-26',
    what: 'an authorisation without its number',
    breaks: (invoice) => namesOf(invoice, 'AUT').some((group) => textAt(group, 'UUID') === null),
  },
  {
    term: 'BT-ES-27',
    what: 'RECT:TIPO and RECT:MODALIDAD once with 384 and 471, and never with others',
    breaks: (invoice) =>
      ['RECT:TIPO', 'RECT:MODALIDAD'].some(
        (name) => namesOf(invoice, name).length !== (RECTIFYING.has(invoice.type) ? 1 : 0),
      ),
  },
  {
    term: 'L2',
    what: 'a code of RECT that its list lacks',
    breaks: (invoice) =>
      [...RECTIFICATION_CODES].some(([name, list]) => typesOf(invoice, name).some((code) => !list.has(code))),
  },
  {
    term: 'BT-ES-29',
    what: 'RECT:IMPORTES without a substitution, more than three, or one of them twice',
    breaks: (invoice) => {
      const amounts = typesOf(invoice, 'RECT:IMPORTES');
      const isSubstitution = typesOf(invoice, 'RECT:MODALIDAD').includes('S');
      return (
        (amounts.length > 0 && !isSubstitution) ||
        amounts.length > MOST_AMOUNTS ||
        new Set(amounts).size < amounts.length
      );
    },
  },
  {
    term: 'BT-123',
    what: 'RECT:IMPORTES without an amount',
    breaks: (invoice) =>
      namesOf(invoice, 'RECT:IMPORTES').some((group) =>
        Number.isNaN(readHundredths(textAt(group, 'DocumentDescription') ?? '')),
      ),
  },
];
