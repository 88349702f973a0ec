import texts from './code-texts.json' with { type: 'json' };

/** AEAT's own texts from its catalogue of errors. */
const TEXTS: Readonly<Record<string, string>> = texts;

/**
 * Returns AEAT's text of a code with the field or values in question. Codes that are not in the
 * catalogue get a general text.
 */
export function describeCode(code: number, detail = ''): string {
  const text = TEXTS[code] ?? 'Error interno en el servidor';
  if (detail === '') return text;
  if (text.includes('%s')) return text.replace('%s', detail);
  if (code === 1100) return text.replace(/\.$/, `: ${detail}`);
  if (code === 4102) return `${text}: ${detail}`;
  return text.endsWith(':') ? `${text} ${detail}` : `${text}. ${detail}`;
}
