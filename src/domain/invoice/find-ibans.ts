import { isIban } from './bank-identifiers.ts';

/** Countries and the length of their IBANs (ISO 13616 registry). */
const LENGTHS =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30';
const LENGTH_OF = new Map(
  [...LENGTHS.matchAll(/([A-Z]{2})(\d\d)/g)].map(([, country = '', length]) => [country, Number(length)]),
);
const BEGINNING = /(?<![\p{L}\p{N}])[A-Za-z]{2}[ .-]?\d{2}/gu;
const PARTING = /[\s.-]/u;
const FOLLOWED = /^[\p{L}\p{N}]/u;

/**
 * A piece of a text: an account number in printed form, in groups of four, or the text around it,
 * unchanged.
 */
export type TextPiece = { readonly iban: string } | { readonly text: string };

/**
 * Finds the IBANs in a text, in any grouping. Accepts only those with a correct length and correct
 * check digits.
 */
export function findIbans(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { index } of text.matchAll(BEGINNING)) {
    const end = index < from ? undefined : findEnd(text, index);
    if (end === undefined) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ iban: groupInFours(text.slice(index, end)) });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

function compact(text: string): string {
  return text.replaceAll(/[\s.-]/gu, '').toUpperCase();
}

/**
 * Finds the end of an IBAN that begins at a position.
 * @returns undefined when no IBAN begins there.
 */
function findEnd(text: string, start: number): number | undefined {
  const length = LENGTH_OF.get(compact(text.slice(start, start + 2)));
  if (length === undefined) return undefined;
  let found = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (PARTING.test(character)) continue;
    if (!/[0-9A-Za-z]/.test(character)) return undefined;
    found += 1;
    if (found < length) continue;
    const end = at + 1;
    return !FOLLOWED.test(text.slice(end)) && isIban(compact(text.slice(start, end))) ? end : undefined;
  }
  return undefined;
}

/** Returns an IBAN in its printed form, in groups of four. */
export function groupInFours(iban: string): string {
  return compact(iban).replaceAll(/.{4}(?=.)/gu, '$&\u{a0}');
}
