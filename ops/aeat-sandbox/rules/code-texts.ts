import texts from './code-texts.json' with { type: 'json' };

/** AEAT's own texts, as its catalogue of errors has them. */
const TEXTS: Readonly<Record<string, string>> = texts;

/** AEAT's text of a code, with the field or values that it speaks of. Codes that the catalogue does not have get a text all the same. */
export function describeCode(code: number, detail = ''): string {
  const text = TEXTS[code] ?? 'Error interno en el servidor';
  if (detail === '') return text;
  if (text.includes('%s')) return text.replace('%s', detail);
  if (code === 1100) return text.replace(/\.$/, `: ${detail}`);
  if (code === 4102) return `${text}: ${detail}`;
  return text.endsWith(':') ? `${text} ${detail}` : `${text}. ${detail}`;
}
