/** What a terminal obeys or is misled by: control characters (C0 and C1), ends of lines of Unicode, and marks that change the direction of text. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Makes a text harmless for a terminal: each character that it would obey is written as JSON does (`\u001b`). Line feeds and tabs stay. Names and texts of customers, answers
 * of AEAT and files of others may have any.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
