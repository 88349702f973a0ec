import type { FastifyInstance, FastifyRequest } from 'fastify';

const NAMED = 3;
const MAX_NAME = 80;

/**
 * Refuses query parameters that an endpoint does not know, and those that are given twice: one that is silently ignored, say a filter, makes
 * the answer one to another question. What an endpoint knows is its schema's `querystring`. Comes after authentication and the read limit.
 * @throws 400
 */
export function installQueryCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const reason = request.is404 ? null : findWrongParameter(request);
    if (reason !== null) throw app.httpErrors.badRequest(reason);
  });
}

function findWrongParameter({ query, routeOptions }: FastifyRequest): string | null {
  const given = Object.entries(query as Readonly<Record<string, string | string[]>>);
  if (given.length === 0) return null;
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object };
  const known = Object.keys(properties);
  const unknown = given.map(([name]) => name).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const knows = known.length === 0 ? 'this endpoint knows none' : `this endpoint knows ${known.join(', ')}`;
    return `Unknown query ${unknown.length === 1 ? 'parameter' : 'parameters'} ${nameAll(unknown)}; ${knows}`;
  }
  const repeated = given.filter(([, value]) => Array.isArray(value)).map(([name]) => name);
  return repeated.length === 0 ? null : `${nameAll(repeated)} must be given once`;
}

function nameAll(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map(showName).join(', ');
  return names.length > NAMED ? `${shown} and more` : shown;
}

function showName(name: string): string {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return /^[A-Za-z_][\w.-]*$/.test(shown) ? shown : JSON.stringify(shown);
}
