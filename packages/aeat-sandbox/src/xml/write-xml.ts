const SPECIAL = /[&<>]/;

/** Escapes text for an element. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes an element with a text; nothing if the text is null. The name includes its prefix. */
export function leaf(name: string, text: string | number | null): string {
  return text === null ? '' : `<${name}>${escapeXml(String(text))}</${name}>`;
}

/** Writes an element that contains other elements. */
export function branch(name: string, ...children: string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}
