export type XmlAttribute = { readonly name: string; readonly namespace: string; readonly value: string };

/** An element with its names resolved: `name` is local, `namespace` empty where it has none. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  /** Without the declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** All character data directly in it, in one string, blanks kept. */
  readonly text: string;
};

/** The first child of that local name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** All children of that local name. */
export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of the first child of that local name; null where there is none. */
export function findText(element: XmlElement | undefined, name: string): string | null {
  return findChild(element, name)?.text ?? null;
}
