import texts from './code-texts.json' with { type: 'json' };

/** The texts of the catalogue of SII. */
const TEXTS: Readonly<Record<string, string>> = texts;

const SCHEMA = 4102;

/**
 * Returns the text of a code with the field or values in question. Codes that are not in the
 * catalogue get a general text.
 */
export function describeSiiCode(code: number, detail = ''): string {
  const text = TEXTS[code] ?? 'Error interno';
  if (detail === '') return text.replace(/:$/, '');
  return code !== SCHEMA && /[.:]$/.test(text) ? `${text} ${detail}` : `${text}: ${detail}`;
}
