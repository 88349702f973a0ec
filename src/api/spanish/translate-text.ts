import { SIGNING_ERRORS } from '../../contracts/signing-errors.ts';
import { ERROR_TEXTS } from './error-texts.ts';
import { openTexts } from './open-texts.ts';
import type { Texts } from './template.ts';
import { ELECTRONIC_TEXTS } from './texts/electronic-texts.ts';
import { PARTY_TEXTS } from './texts/party-texts.ts';
import { PHRASES } from './texts/phrases.ts';
import { REFERENCE_TEXTS } from './texts/reference-texts.ts';
import { TAX_TEXTS } from './texts/tax-texts.ts';
import { VALUE_TEXTS } from './texts/value-texts.ts';
import { WARNING_TEXTS } from './texts/warning-texts.ts';
import { WEBHOOK_TEXTS } from './texts/webhook-texts.ts';

/** Why a Facturae cannot be signed, which the list of formats and a warning contain. */
const SIGNING_TEXTS: Texts = Object.fromEntries(
  Object.entries(SIGNING_ERRORS).map(([name, { message }]) => [
    message,
    ERROR_TEXTS[name as keyof typeof SIGNING_ERRORS],
  ]),
);

/** The texts that say what is wrong with a member, after its name, and the messages that name no member. */
export const STATEMENTS: readonly Texts[] = [
  VALUE_TEXTS,
  PARTY_TEXTS,
  TAX_TEXTS,
  REFERENCE_TEXTS,
  WARNING_TEXTS,
  WEBHOOK_TEXTS,
  ELECTRONIC_TEXTS,
  SIGNING_TEXTS,
];

/** Translates what is said about a member, without its name. @returns null if the text has no translation. */
export const translateStatement = openTexts(Object.assign({}, ...STATEMENTS) as Texts, (text) =>
  translatePhrase(text),
);

const translateKnownPhrase = openTexts(PHRASES, (text) => translatePhrase(text));

/** Translates a text that another one contains. @returns null if it has no translation. */
export function translatePhrase(text: string): string | null {
  return translateKnownPhrase(text) ?? translateStatement(text);
}
