import type { XmlElement } from '../../xml/element.ts';

/** Returns the elements at a path of local names, `TaxTotal/TaxSubtotal`, in document order. */
export function selectAll(element: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** Returns the text of the first element at a path; null if there is none. */
export function textAt(element: XmlElement, path: string): string | null {
  return selectAll(element, path)[0]?.text ?? null;
}

/** Returns an attribute without a namespace; null if it is missing. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find((one) => one.name === name && one.namespace === '')?.value ?? null;
}
