/*
 * Reads the format in which PostgreSQL stores an analyzed query (`pg_node_tree`,
 * src/backend/nodes/outfuncs.c): nodes `{TAG :field value …}`, lists `(a b)` and atoms, whose
 * special characters are escaped with a backslash.
 */

/** A node, such as an expression or a table of a query. */
export type TreeNode = { readonly tag: string; readonly fields: Readonly<Record<string, TreeValue>> };

/**
 * An atom is text; `<>` is null. A field of several atoms, such as the bytes of a constant, is a
 * list.
 */
export type TreeValue = string | null | TreeNode | readonly TreeValue[];

const TOKENS = /[(){}]|(?:\\.|[^\s(){}\\])+/g;

/** Reads a stored tree. @throws if it does not have PostgreSQL's format. */
export function parseNodeTree(text: string): TreeValue {
  const tokens = text.match(TOKENS) ?? [];
  let at = 0;

  function parseValue(): TreeValue {
    const token = tokens[at++];
    if (token === undefined) throw new Error('A node tree ends too early');
    if (token === '{') return parseNode();
    if (token === '(') {
      const items: TreeValue[] = [];
      while (tokens[at] !== ')') items.push(parseValue());
      at += 1;
      return items;
    }
    return token === '<>' ? null : token.replaceAll(/\\(.)/g, '$1');
  }

  function parseNode(): TreeNode {
    const tag = tokens[at++]!;
    const fields: Record<string, TreeValue> = {};
    while (tokens[at] !== '}') {
      const name = tokens[at++]!;
      if (!name.startsWith(':'))
        throw new Error(`A node tree has ${name} where a field of ${tag} was expected`);
      const values: TreeValue[] = [];
      while (tokens[at] !== '}' && !tokens[at]?.startsWith(':')) values.push(parseValue());
      fields[name.slice(1)] = values.length === 1 ? values[0]! : values;
    }
    at += 1;
    return { tag, fields };
  }

  return parseValue();
}

/** Returns whether a value is a node, optionally of a kind. */
export function isNode(value: TreeValue | undefined, tag?: string): value is TreeNode {
  const isAny = typeof value === 'object' && value !== null && 'tag' in value;
  return isAny && (tag === undefined || value.tag === tag);
}

/** Returns the nodes of a field with a list; none if the field is empty. */
export function listNodes(value: TreeValue | undefined): TreeNode[] {
  return Array.isArray(value) ? value.filter((item: TreeValue) => isNode(item)) : [];
}

/** Returns the number in a field. */
export function readNumber({ fields }: TreeNode, field: string): number {
  return Number(fields[field]);
}

/** Returns the atom in a field; empty if there is none. */
export function readText({ fields }: TreeNode, field: string): string {
  const value = fields[field];
  return typeof value === 'string' ? value : '';
}

/** Returns the items of a field with a list; none if the field is empty. */
export function listOf(value: TreeValue | undefined): readonly TreeValue[] {
  return Array.isArray(value) ? (value as readonly TreeValue[]) : [];
}
