import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from '../contracts/api-error.ts';

const NAMED = 3;
const MAX_NAME = 80;
const MEMBER = /^(\w+)\[.+\]$/s;

/**
 * Refuses query parameters that are unknown to an endpoint or given twice. If the server ignored one, for
 * example a filter, the answer would not match the request. The `querystring` of the route's schema lists the
 * known parameters. Runs after authentication and the read limit.
 * @throws 400
 */
export function installQueryCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const refusal = request.is404 ? null : findWrongParameter(request);
    if (refusal !== null) throw refusal;
  });
}

function findWrongParameter({ query, routeOptions }: FastifyRequest): ApiError | null {
  const given = Object.entries(query as Readonly<Record<string, string | string[]>>);
  if (given.length === 0) return null;
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as {
    properties?: Readonly<Record<string, { readonly type?: string }>>;
  };
  // An object is sent as one parameter for each of its members: `metadata[key]=value`.
  const isObject = (name: string) => properties[name]?.type === 'object';
  const known = Object.keys(properties);
  const isKnown = (name: string) =>
    isObject(MEMBER.exec(name)?.[1] ?? '') || (known.includes(name) && !isObject(name));
  const unknown = given.map(([name]) => name).filter((name) => !isKnown(name));
  if (unknown.length > 0) {
    return apiError('unknown_parameter', {
      parameters: unknown.length === 1 ? 'parameter' : 'parameters',
      names: nameAll(unknown),
      known:
        known.length === 0
          ? 'none'
          : known.map((name) => (isObject(name) ? `${name}[key]` : name)).join(', '),
    });
  }
  const repeated = given.filter(([, value]) => Array.isArray(value)).map(([name]) => name);
  return repeated.length === 0 ? null : apiError('repeated_parameter', { names: nameAll(repeated) });
}

function nameAll(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map(showName).join(', ');
  return names.length > NAMED ? `${shown} and more` : shown;
}

function showName(name: string): string {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return /^[A-Za-z_][\w.-]*$/.test(shown) ? shown : JSON.stringify(shown);
}
