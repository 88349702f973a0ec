import type { Sandbox } from './sandbox.ts';

/** Returns what a route of the control endpoint answers as JSON. @throws TypeError for invalid input. */
export type ControlHandler = (
  sandbox: Sandbox,
  input: { readonly query: URLSearchParams; readonly body: unknown },
) => unknown;

/** The handlers by method and path. */
export type ControlRoutes = Readonly<Record<string, ControlHandler>>;

/** Returns a page of a list that grows at its end, by the parameters `after` and `limit`. */
export function slicePage<T>(
  list: readonly T[],
  query: URLSearchParams,
  numberOf: (item: T) => number,
): readonly T[] {
  const after = Number(query.get('after') ?? 0);
  const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  return list.filter((item) => numberOf(item) > after).slice(0, limit);
}
