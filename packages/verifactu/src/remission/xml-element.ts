/**
 * An element with resolved names. `name` is the local name; `namespace` is empty when the element
 * has none.
 */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  readonly children: readonly XmlElement[];
  /** The character data directly in the element, trimmed. */
  readonly text: string;
  /** By `{namespace}name`, without declarations of namespaces. Only if they were asked for. */
  readonly attributes?: Readonly<Record<string, string>>;
};

export type QualifiedName = { readonly namespace: string; readonly name: string };

/** Returns whether an element has this local name in this namespace; prefixes do not matter. */
export function isNamed(element: XmlElement, { namespace, name }: QualifiedName): boolean {
  return element.name === name && element.namespace === namespace;
}

/**
 * Returns the children with this local name. AEAT splits one block across two namespaces, therefore
 * namespaces are ignored here.
 */
export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/**
 * Returns the first child with this local name, in any namespace; undefined when it or the element
 * is absent.
 */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Returns the text of a child, or null when the child is absent or empty. */
export function findText(element: XmlElement | undefined, name: string): string | null {
  return findChild(element, name)?.text || null;
}
