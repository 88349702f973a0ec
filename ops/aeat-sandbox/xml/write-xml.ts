const SPECIAL = /[&<>]/;

/** Escapes text for an element. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An element around a text; nothing where the text is null. The name carries its prefix. */
export function leaf(name: string, text: string | number | null): string {
  return text === null ? '' : `<${name}>${escapeXml(String(text))}</${name}>`;
}

/** An element around others. */
export function branch(name: string, ...children: string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}
