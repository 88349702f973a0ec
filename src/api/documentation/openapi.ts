/** A JSON Schema, with only the parts that are changed here. */
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

/** Operations by path or event, and by method. */
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
/** The part of the document that describes the requests the engine sends. */
export type WithWebhooks = { readonly webhooks: Operations };

/** An OpenAPI 3.1 document, with only the parts that are changed here. */
export type OpenApi = {
  readonly paths: Operations;
  readonly components: Readonly<Record<string, Schema>>;
};

/** Returns the document with every operation of `paths` changed. */
export function mapOperations<D extends OpenApi>(
  document: D,
  change: (operation: Operation) => Operation,
): D {
  return { ...document, paths: changeEach(document.paths, change) };
}

/** Returns the document with every operation changed, including those of `webhooks`. */
export function mapAllOperations<D extends OpenApi & WithWebhooks>(
  document: D,
  change: (operation: Operation) => Operation,
): D {
  return { ...mapOperations(document, change), webhooks: changeEach(document.webhooks, change) };
}

function changeEach(operations: Operations, change: (operation: Operation) => Operation): Operations {
  return mapValues(operations, (methods) => mapValues(methods, change));
}

/**
 * Returns a new object with the same names in the same order and every value changed. The object
 * itself is not changed.
 */
export function mapValues<T, U>(
  values: Readonly<Record<string, T>>,
  change: (value: T, name: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
