import type { MessageLanguage } from '../contracts/messages/texts.ts';

/*
 * A detail in a JSON text of our own, with its message in both languages
 * (`src/accept/write-details.ts`). The quotes inside of strings are escaped, so an id of the client
 * cannot contain this text.
 */
const MESSAGES = /"message":("[^"\\]*(?:\\.[^"\\]*)*"),"message_es":("[^"\\]*(?:\\.[^"\\]*)*")/g;

/**
 * Chooses the language of the messages in the answer to a creation or a dry run.
 * @param text the answer as JSON, which may be a stored one. An answer of version 1 has no messages
 *   to choose from.
 */
export function chooseMessages(text: string, language: MessageLanguage): string {
  return text.replaceAll(MESSAGES, language === 'es' ? '"message":$2' : '"message":$1');
}
