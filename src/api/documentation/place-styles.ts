import { mapAllOperations, type OpenApi, type Schema, type WithWebhooks } from './openapi.ts';

/**
 * Moves the style of an object in the query from its schema to its parameter, where OpenAPI expects
 * it.
 */
export function placeStyles<D extends OpenApi & WithWebhooks>(document: D): D {
  return mapAllOperations(document, (operation) => {
    const { parameters } = operation as { readonly parameters?: readonly Schema[] };
    return parameters === undefined ? operation : { ...operation, parameters: parameters.map(placeStyle) };
  });
}

function placeStyle(parameter: Schema): Schema {
  const { style, explode, ...schema } = (parameter['schema'] ?? {}) as Schema;
  return style === undefined ? parameter : { ...parameter, style, explode, schema };
}
