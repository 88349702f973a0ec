const SPECIAL = /[&<>]/;

/** Escapes text for an XML element. Texts are free of what XML cannot carry since they were accepted. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An element of AEAT's SuministroInformacion namespace around a text. The prefix is declared by the envelope. */
export function element(name: string, text: string): string {
  return `<si:${name}>${escapeXml(text)}</si:${name}>`;
}

/** The same element, or nothing where there is no text. */
export function optionalElement(name: string, text: string | null): string {
  return text === null ? '' : element(name, text);
}

/** An element around others. */
export function parent(name: string, ...children: string[]): string {
  return `<si:${name}>${children.join('')}</si:${name}>`;
}
