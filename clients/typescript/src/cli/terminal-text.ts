/**
 * Characters that control or mislead a terminal: control characters (C0 and C1), Unicode line
 * separators, and marks that change the text direction.
 */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Escapes control characters as JSON does (`\u001b`), except for line feeds and tabs, to make a
 * text harmless for a terminal.
 * @param text a text that may contain data from an engine or a file.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
