/** An element with its names resolved: `name` is local, `namespace` empty where it has none. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  readonly children: readonly XmlElement[];
  /** Character data directly in it, without blanks at its ends. */
  readonly text: string;
};

export type QualifiedName = { readonly namespace: string; readonly name: string };

export function isNamed(element: XmlElement, { namespace, name }: QualifiedName): boolean {
  return element.name === name && element.namespace === namespace;
}

/** The children of that local name. AEAT spreads one block over two namespaces, so they are not told apart here. */
export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of a child; null where it is absent or empty. */
export function findText(element: XmlElement | undefined, name: string): string | null {
  return findChild(element, name)?.text || null;
}
