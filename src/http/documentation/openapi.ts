/** A JSON Schema of the document, as much of it as is changed here. */
export type Schema = { readonly [keyword: string]: unknown };
export type Media = {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
export type Answer = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly content?: Readonly<Record<string, Media>>;
};
export type Operation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
};

/** An OpenAPI 3.1 document, as much of it as is changed here. */
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Schema>>;
};

/** The document with each of its operations changed. */
export function mapOperations<D extends OpenApi>(
  document: D,
  change: (operation: Operation) => Operation,
): D {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as D['paths'] };
}

export function mapValues<T, U>(
  values: Readonly<Record<string, T>>,
  change: (value: T, name: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
