import type { IncomingHttpHeaders } from 'node:http';
import openApi from '#src/generated/openapi-v2.json' with { type: 'json' };
import { buildValue, type Schema } from '../../contracts/support/build-value.ts';
import { dereference } from '../../support/dereference.ts';
import { openServer, SESSION, type TestServer } from './open-server.ts';

/* An engine of a later version, which clients of this version must be able to read. */

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: Schema }> }>>;
};
type Described = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
const { paths: PATHS } = dereference(openApi as unknown as Described);

/** The operations of the OpenAPI document by names such as `GET /api/v2/invoices/{id}`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries(PATHS).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${route}`, one]),
  ),
);
/** A ZIP without files (PKWARE's APPNOTE, 4.3.16). */
export const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
/** A cursor that changes if a client does not encode it. */
export const CURSOR = 'a+b/c=&d';

/**
 * Builds the answer of a later version to an operation: with every member of this version, and with
 * members and values of enumerations that the clients do not know. A list has two pages.
 */
function buildLaterAnswer(
  operation: string,
  cursor: string | null,
): { readonly status: number; readonly answer: object } {
  const { responses } = OPERATIONS.get(operation)!;
  const [code, success] = Object.entries(responses).find(([one]) => one.startsWith('2'))!;
  const status = Number(code);
  const schema = success.content?.['application/json']?.schema;
  const answer = schema === undefined ? {} : (buildValue(schema, { member: true, value: true }) as object);
  if ('session_token' in answer) return { status, answer: { ...answer, ...SESSION } };
  if (!('meta' in answer)) return { status, answer };
  const page = { has_more: cursor === null, next_cursor: cursor === null ? CURSOR : null };
  return { status, answer: { ...answer, meta: { ...(answer.meta as object), ...page } } };
}

type Asked = {
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
};

/**
 * Opens a server that answers every operation as a later version would, and records its requests.
 * @param breaks whether a request breaks instead of being answered.
 */
export async function openLaterEngine(
  breaks: (operation: string, before: readonly Asked[]) => boolean = () => false,
): Promise<TestServer & { readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = await openServer((request, response) => {
    request.resume();
    const { pathname, searchParams: query } = new URL(request.url!, 'http://localhost');
    const isSame = (route: string) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
    // A route without parameters precedes one with parameters.
    const [route = pathname] = Object.keys(PATHS)
      .filter(isSame)
      .toSorted((one, other) => one.split('{').length - other.split('{').length);
    const operation = `${request.method} ${route}`;
    const isBroken = breaks(operation, asked);
    asked.push({ operation, query, headers: request.headers });
    if (isBroken) return response.destroy();
    if (/\/invoice_batches\/\d+\/(?:pdfs|documents)$/.test(pathname)) return response.end(EMPTY_ZIP);
    const { status, answer } =
      operation === 'GET /api/v2/openapi.json'
        ? { status: 200, answer: openApi }
        : buildLaterAnswer(operation, query.get('cursor'));
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(status === 204 ? undefined : JSON.stringify(answer));
  });
  return Object.assign(server, { asked });
}
