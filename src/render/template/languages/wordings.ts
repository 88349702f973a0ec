import type { Language } from '../../../contracts/codes.ts';
import type { PrintableInvoice } from '../../../contracts/invoice-document.ts';
import { BASQUE } from './basque.ts';
import { CATALAN } from './catalan.ts';
import { ENGLISH } from './english.ts';
import { GALICIAN } from './galician.ts';
import { SPANISH } from './spanish.ts';
import type { Wording } from './wording.ts';

/** Every language that an issuer's pages may have. */
export const WORDINGS: Readonly<Record<Language, Wording>> = {
  es: SPANISH,
  ca: CATALAN,
  eu: BASQUE,
  gl: GALICIAN,
  en: ENGLISH,
};

/**
 * The language of an invoice: that of the profile which it was issued with, Spanish where that has none.
 * @throws when a later release knew one that this one does not.
 */
export function wordingOf({ issuerProfile }: Pick<PrintableInvoice, 'issuerProfile'>): Wording {
  const language = issuerProfile?.language ?? 'es';
  if (!Object.hasOwn(WORDINGS, language)) throw new Error(`This release has no pages in ${language}`);
  return WORDINGS[language];
}
