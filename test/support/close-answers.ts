type Schema = Readonly<Record<string, unknown>>;

/**
 * Derives the document by which tests judge the engine: every object of an answer has only the
 * members that the document lists, and every enumeration only the values that it knows. Clients get
 * the open document, because later versions add members and values.
 */
export function closeAnswers<D>(document: D): D {
  return close(document) as D;
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-extensible-enum': values, ...rest } = value as Schema;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, name === 'examples' ? member : close(member)]),
  );
  return {
    ...own,
    ...(Array.isArray(values) && { enum: isNullable(rest) ? [...(values as unknown[]), null] : values }),
    ...('properties' in rest && rest['additionalProperties'] === true && { additionalProperties: false }),
  };
}

function isNullable({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null');
}
