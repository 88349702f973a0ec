import { AMOUNTS } from './amounts.ts';
import { BOOK_NOTES } from './book-notes.ts';
import { CENSUS } from './census.ts';
import { CORRECTIONS } from './corrections.ts';
import { ELECTRONIC } from './electronic.ts';
import { PARTIES } from './parties.ts';
import { PAYMENTS } from './payments.ts';
import { PLACES } from './places.ts';
import { REFERENCES } from './references.ts';
import { REQUESTS } from './requests.ts';
import { SERIES } from './series.ts';
import { SII } from './sii.ts';
import { SPFE } from './spfe.ts';
import { SPFE_ORDERS } from './spfe-orders.ts';
import { TAXES } from './taxes.ts';
import { fillText, type Text, type Values } from './texts.ts';
import { VALUES } from './values.ts';
import { WARNINGS } from './warnings.ts';

/** The catalogue of messages. */
export const MESSAGES = {
  ...VALUES,
  ...PARTIES,
  ...PLACES,
  ...TAXES,
  ...AMOUNTS,
  ...REFERENCES,
  ...SERIES,
  ...WARNINGS,
  ...CENSUS,
  ...ELECTRONIC,
  ...CORRECTIONS,
  ...BOOK_NOTES,
  ...REQUESTS,
  ...SII,
  ...PAYMENTS,
  ...SPFE,
  ...SPFE_ORDERS,
};
type Messages = typeof MESSAGES;

/** The arguments that follow a code: the values of its holes, if it has any. */
type Arguments<Message extends Text> = keyof Values<Message> extends never ? [] : [values: Values<Message>];

/**
 * Writes a message of the catalogue, with the values of its holes if it has any, in each language.
 */
export function formatMessage<Code extends keyof Messages>(
  code: Code,
  ...[values]: Arguments<Messages[Code]>
): Text {
  const message: Text = MESSAGES[code];
  return values === undefined ? message : fillText(message, values);
}
