import { countryOfVatPrefix } from '../../invoice/vat-number.ts';
import { NotExpressible } from '../refusal.ts';
import type { SchemedValue } from '../terms.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { Text } from '../../../contracts/messages/texts.ts';

/*
 * The electronic addresses of Peppol BIS Billing 3.0.21: its list of schemes (CL008), and the
 * schemes whose values it checks.
 */

const SCHEMES: ReadonlySet<string> = new Set(
  (
    '0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199 ' +
    '0200 0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 ' +
    '9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 ' +
    '9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959'
  ).split(' '),
);

/**
 * The scheme of the VAT numbers of each country. Belgium has one of its enterprise numbers, which
 * are its VAT numbers without the prefix.
 */
const VAT_SCHEMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AT: '9914',
    BE: '0208',
    BG: '9926',
    CY: '9928',
    CZ: '9929',
    DE: '9930',
    EE: '9931',
    ES: '9920',
    FR: '9957',
    GB: '9932',
    GR: '9933',
    HR: '9934',
    HU: '9910',
    IE: '9935',
    IT: '0211',
    LT: '9937',
    LU: '9938',
    LV: '9939',
    MT: '9943',
    NL: '9944',
    PL: '9945',
    PT: '9946',
    RO: '9947',
    SI: '9949',
    SK: '9950',
  }),
);

/**
 * Returns the electronic address that a VAT identifier implies; undefined if its country has no
 * scheme.
 */
export function deriveAddress(vatId: string | undefined): SchemedValue | undefined {
  if (vatId === undefined) return undefined;
  const country = vatId.startsWith('ES') ? 'ES' : (countryOfVatPrefix(vatId) ?? '');
  const scheme = VAT_SCHEMES.get(country);
  if (scheme === undefined) return undefined;
  return { scheme, value: country === 'BE' ? vatId.slice(2) : vatId };
}

/**
 * Checks an electronic address.
 * @param of the member that states it.
 * @throws NotExpressible with Peppol's rule.
 */
export function checkAddress({ scheme, value }: SchemedValue, member: string): void {
  if (!SCHEMES.has(scheme))
    throw new NotExpressible(
      'PEPPOL-EN16931-CL008',
      formatMessage('peppol_scheme', { scheme }),
      `${member}.scheme`,
    );
  const check = CHECKS[scheme];
  if (check === undefined || check.accepts(value)) return;
  throw new NotExpressible(
    check.rule,
    formatMessage('peppol_address_form', { scheme, name: check.name }),
    `${member}.value`,
  );
}

type Check = { readonly rule: string; readonly name: Text; readonly accepts: (value: string) => boolean };

const CHECKS: Readonly<Record<string, Check>> = {
  '0007': number('PEPPOL-COMMON-R049', formatMessage('swedish_number'), isSwedish),
  '0088': number('PEPPOL-COMMON-R040', formatMessage('gln'), isGln),
  '0096': number('PEPPOL-COMMON-R052', formatMessage('danish_p_number'), matching(/^\d{10}$/)),
  '0151': number('PEPPOL-COMMON-R050', formatMessage('australian_number'), isAustralian),
  '0184': number('PEPPOL-COMMON-R042', formatMessage('danish_cvr_number'), matching(/^(DK)?\d{8}$/)),
  '0192': number('PEPPOL-COMMON-R041', formatMessage('norwegian_number'), isNorwegian),
  '0198': number('PEPPOL-COMMON-R053', formatMessage('danish_se_number'), matching(/^DK\d{8}$/)),
  '0208': number('PEPPOL-COMMON-R043', formatMessage('belgian_number'), isBelgian),
};

/** @param name of the number that a value must be, in messages. */
function number(rule: string, name: Text, accepts: Check['accepts']): Check {
  return { rule, name, accepts };
}

function matching(pattern: RegExp): Check['accepts'] {
  return (value) => pattern.test(value);
}

const digitsOf = (value: string): number[] => Array.from(value, Number);
/** Multiplies digits by weights, which repeat, and adds the products. */
const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, place) => sum + digit * weights[place % weights.length]!, 0);

function isGln(value: string): boolean {
  if (!/^\d+$/.test(value)) return false;
  const [check, ...rest] = digitsOf(value).toReversed();
  return (10 - (weigh(rest, [3, 1]) % 10)) % 10 === check;
}

function isNorwegian(value: string): boolean {
  if (!/^\d{9}$/.test(value) || Number(value) === 0) return false;
  const [check, ...rest] = digitsOf(value).toReversed();
  return (11 - (weigh(rest, [2, 3, 4, 5, 6, 7]) % 11)) % 11 === check;
}

function isBelgian(value: string): boolean {
  return /^\d{10}$/.test(value) && 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8));
}

/** Luhn's algorithm. */
function isSwedish(value: string): boolean {
  if (!/^\d{10}$/.test(value)) return false;
  const doubled = digitsOf(value).toReversed();
  const sum = doubled.reduce(
    (total, digit, place) => total + (place % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
    0,
  );
  return sum % 10 === 0;
}

function isAustralian(value: string): boolean {
  if (!/^\d{11}$/.test(value)) return false;
  const [first = 0, ...rest] = digitsOf(value);
  return weigh([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}
