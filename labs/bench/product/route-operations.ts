import type { ApiVersion } from '../../../src/contracts/codes.ts';
import { type LoadedData, reading, type RouteLoad } from './load-kinds.ts';
import { ROUTE_LOADS } from './route-loads.ts';

/** An operation of the API, as its OpenAPI documents list them. */
export type Operation = {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly method: string;
  /** With its parameters in braces: `/api/v1/invoice_batches/{id}`. */
  readonly path: string;
};

type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
};

/** Lists the operations of an OpenAPI document. */
export function listOperations(version: ApiVersion, { paths }: Described): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      version,
      operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/**
 * Returns the loads of an operation. One that reads without parameters needs no entry.
 * @throws Error if it has none.
 */
export function loadsOf(
  { operationId, version, method, path }: Operation,
  data: LoadedData,
): readonly RouteLoad[] {
  const isPlain = method === 'GET' && !path.includes('{');
  const loads =
    ROUTE_LOADS.get(operationId) ?? (isPlain ? reading(() => path.replace(/^\/api\/v\d/, '')) : undefined);
  if (loads === undefined)
    throw new Error(
      `${method} ${path} (${operationId}) has no load: add one to ROUTE_LOADS in labs/bench/product/route-loads.ts`,
    );
  return loads(data, version);
}
