export type XmlAttribute = { readonly name: string; readonly namespace: string; readonly value: string };

/**
 * An element with resolved names: `name` is the local name, `namespace` is empty if there is none.
 */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  /** The attributes without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** All character data directly in the element, including white space. */
  readonly text: string;
};

/** Returns the first child with a local name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Returns all children with a local name. */
export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Returns the text of the first child with a local name; null if there is none. */
export function findText(element: XmlElement | undefined, name: string): string | null {
  return findChild(element, name)?.text ?? null;
}
