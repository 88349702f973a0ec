import type { BatchInvoiceView } from '../../contracts/answers.ts';
import type { WarningView } from '../../contracts/v2/details.ts';
import { remember, type Translate } from './open-texts.ts';
import { translateJoined, translateMessage } from './translate-message.ts';
import { translateStatement } from './translate-text.ts';

/*
 * A detail in a JSON text of our own. The quotes inside of strings are escaped, so an id of the client cannot contain this text, and these answers have
 * no other member of this name.
 */
const MESSAGE = /,"message":("[^"\\]*(?:\\.[^"\\]*)*")/g;

/**
 * Translates the messages of the details in the answer to a creation or a dry run. Invoices of a batch mostly have the same faults, so each message and each
 * statement is translated once.
 * @param text the answer as JSON, which may be a stored one.
 */
export function translateDetails(text: string): string {
  const known = new Map<string, string>();
  const translate = remember(translateStatement);
  return text.replaceAll(MESSAGE, (_member, quoted: string) => {
    const translated = known.get(quoted) ?? `,"message":${translateQuoted(quoted, translate)}`;
    known.set(quoted, translated);
    return translated;
  });
}

function translateQuoted(quoted: string, translate: Translate): string {
  const translated = translateMessage(JSON.parse(quoted) as string, translate);
  return translated === null ? quoted : JSON.stringify(translated);
}

/** Translates why an invoice failed, and the warnings about it if the answer has them. */
export function translateInvoice<T extends BatchInvoiceView & { readonly warnings?: readonly WarningView[] }>(
  invoice: T,
): T {
  const { processing_error: error, warnings } = invoice;
  return {
    ...invoice,
    processing_error: error && translateJoined(error),
    ...(warnings !== undefined && {
      warnings: warnings.map((warning) => ({
        ...warning,
        message: translateMessage(warning.message) ?? warning.message,
      })),
    }),
  };
}
