import { SaxesParser } from 'saxes';

/**
 * Returns the texts of a document without attributes, by the path of their element names without
 * prefixes: `Root/Child/Leaf`.
 */
export function readTexts(xml: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => path.push(name.slice(name.indexOf(':') + 1)));
  parser.on('text', (text) => {
    const place = path.join('/');
    texts.set(place, (texts.get(place) ?? '') + text);
  });
  parser.on('closetag', () => path.pop());
  parser.write(xml).close();
  return texts;
}
