import type { Language } from '../../../contracts/codes.ts';
import type { PrintableInvoice } from '../../../contracts/printable-invoice.ts';
import { BASQUE } from './basque.ts';
import { CATALAN } from './catalan.ts';
import { ENGLISH } from './english.ts';
import { GALICIAN } from './galician.ts';
import { SPANISH } from './spanish.ts';
import { notateIn } from './notation.ts';
import type { Wording } from './wording.ts';

/** All languages of issuers' pages. */
export const WORDINGS: Readonly<Record<Language, Wording>> = {
  es: SPANISH,
  ca: CATALAN,
  eu: BASQUE,
  gl: GALICIAN,
  en: ENGLISH,
};

/** The part of an invoice that determines its wording. */
type Worded = Pick<PrintableInvoice, 'issuerProfile'> & {
  readonly document: Pick<PrintableInvoice['document'], 'currency'>;
};

/**
 * Returns the wording of an invoice's language, in which amounts are in the invoice's currency. The
 * language is that of the profile with which it was issued, or Spanish when the profile has none.
 * @throws when a later release stored a language that this release does not support.
 */
export function wordingOf({ issuerProfile, document: { currency } }: Worded): Wording {
  const language = issuerProfile?.language ?? 'es';
  if (!Object.hasOwn(WORDINGS, language))
    throw new Error(`This release does not support the language ${language}`);
  const wording = WORDINGS[language];
  return currency === undefined ? wording : { ...wording, notation: notateIn(currency, wording.notation) };
}
