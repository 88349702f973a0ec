import type { Said } from './said-in-formats.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" };
const squash = (text: string): string => text.replaceAll(/\s/gu, '');
/** The value of a figure without its sign and its form: `-0012,50` and `12.5` are equal. */
const canonical = (figure: string): string =>
  figure
    .replace(',', '.')
    .replace(/^[-−]/u, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/**
 * What an XML document states: its texts and attributes without blanks, and the figures in them.
 */
export type Statement = { readonly text: string; readonly figures: ReadonlySet<string> };

/** Reads what an XML document states. */
export function readStatement(xml: string): Statement {
  const content = xml
    .replaceAll(/<\/?[^\s>]+([^>]*)>/g, (_tag, attributes: string) => {
      const values = [...attributes.matchAll(/="([^"]*)"/g)].map(([, value]) => value);
      return `\u{0}${values.join('\u{0}')}\u{0}`;
    })
    .replaceAll(/&(?:#(\d+)|#x([0-9A-Fa-f]+)|(\w+));/g, (_entity, decimal, hex, name: string) =>
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
        : ENTITIES[name]!,
    );
  const figures = content.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return { text: squash(content), figures: new Set(figures.map(canonical)) };
}

/** Returns whether a document states something. A day can be written in any form. */
export function states({ text, figures }: Statement, said: Said): boolean {
  if (said === null) return true;
  if ('text' in said) return text.includes(squash(said.text));
  if ('figure' in said) return figures.has(canonical(said.figure));
  const [year = '', month = '', day = ''] = said.day.split('-');
  return [said.day, year + month + day, `${day}/${month}/${year}`].some((form) => text.includes(form));
}
