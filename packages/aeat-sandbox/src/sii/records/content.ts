import type { XmlElement } from '../../xml/element.ts';

/** The literals of an element by the names of its children; those that repeat are lists. */
export type Content = { readonly [name: string]: string | Content | readonly Content[] };

const REPEATED: ReadonlySet<string> = new Set([
  'IDFacturaAgrupada',
  'IDFacturaRectificada',
  'DetalleInmueble',
  'DetalleExenta',
  'DetalleIVA',
  'Cobro',
]);

/** Reads the content of an element of a message that the schema allows, in its order. */
export function readContent(element: XmlElement): Content {
  const content: Record<string, string | Content | Content[]> = {};
  for (const child of element.children) {
    const { name } = child;
    if (REPEATED.has(name)) {
      const list = content[name];
      if (Array.isArray(list)) list.push(readContent(child));
      else content[name] = [readContent(child)];
    } else {
      content[name] = isBlock(name) || child.children.length > 0 ? readContent(child) : child.text;
    }
  }
  return content;
}

/** Returns the text at a path; null if there is none. */
export function textAt(content: Content, ...path: readonly string[]): string | null {
  let part: Content[string] | undefined = content;
  for (const name of path) {
    if (part === undefined || typeof part === 'string' || Array.isArray(part)) return null;
    part = (part as Content)[name];
  }
  return typeof part === 'string' ? part : null;
}

/** Blocks that may be empty. */
function isBlock(name: string): boolean {
  return [
    'Sujeta',
    'NoSujeta',
    'DesgloseFactura',
    'DesgloseTipoOperacion',
    'PrestacionServicios',
    'Entrega',
  ].includes(name);
}
