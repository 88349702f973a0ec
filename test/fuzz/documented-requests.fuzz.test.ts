import { closeAnswers } from '../support/close-answers.ts';
import { dereference } from '../support/dereference.ts';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateBatchBody } from '../../src/contracts/invoice-input.ts';
import { CreateBatchBody as CreateBatchBodyV2 } from '../../src/contracts/v2/invoice-input.ts';
import { type AeatSandbox, openAeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { API_VERSIONS, type ApiVersion, KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { findDeceptiveCharacter, normaliseText } from '../../src/contracts/shown-text.ts';
import { publishSealingKey } from '../../src/notify/sealing-keys.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { findSchemaErrors, type OpenApiDocument } from '../support/documented-answers.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { VERSION } from '../../src/platform/config/software.ts';
import { issueBatch, remittingContext } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { moveDelivery, storeDeliveries } from '../support/spfe-deliveries.ts';
import {
  type FuzzedDocument,
  type FuzzedRequest,
  nameOperation,
  requestsOf,
} from './support/arbitrary-requests.ts';
import { runsOf } from '../support/long.ts';
import { findLongestSlice, measureLongestSlice } from '../support/slices.ts';
import { buildProfile } from '../render/support/build-invoice.ts';

/*
 * Sends requests to every endpoint that are generated from the OpenAPI document. `inject` throws if
 * the document does not declare the status or the schema of an answer, and if a header that every
 * answer needs is missing. No request may keep the event loop busy for long.
 */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? runsOf(1200));
const ROUNDS = 30;
/** Not sent, because it waits for a worker that renders the PDF. */
const AWAITED = '/api/v2/invoices/preview';
const DEFAULTS = '/api/v2/invoices/{id}/defaults';
/** How long a request may keep the event loop busy at a time. */
const MOST_SLICE_MS = 50;
/**
 * The number of invoices that can be corrected. With few of them, random requests would hardly ever
 * name one.
 */
const ISSUED = 8;
const DAY_MS = 24 * 3_600_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));

/** The schemas by which the API itself checks bodies. */
const BODIES: Readonly<Record<ApiVersion, object>> = { 1: CreateBatchBody, 2: CreateBatchBodyV2 };

let api: TestApi;
let sandbox: AeatSandbox;
let document: OpenApiDocument & FuzzedDocument;
let organizations: TestOrganization[];
const keys = [randomUUID(), randomUUID()];
let ids: number[];

beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 1_000_000, SESSION_RATE_LIMIT: 1_000_000 });
  await api.database.pool.query(
    `insert into responsible_declarations values ($1, 'B99286320', 'Programas del Ebro S.L.', '2026-11-26', 'DECLARACIÓN')`,
    [VERSION],
  );
  const [v1, v2] = [api.app.swagger(), api.app.swaggerOfV2()].map((each) =>
    closeAnswers(dereference(each as unknown as OpenApiDocument & FuzzedDocument)),
  );
  const paths = Object.fromEntries(
    Object.entries({ ...v1!.paths, ...v2!.paths }).filter(([path]) => path !== AWAITED),
  );
  // A Facturae waits for a worker that signs it. A hybrid needs a PDF that the engine wrote, and
  // those of this test are only texts.
  const issueDay = JSON.stringify(todayInMadrid(api.clock.now));
  const written = JSON.stringify(paths).replaceAll('["ubl","cii","facturae","hybrid"]', '["ubl","cii"]');
  document = { ...v1!, paths: JSON.parse(written) as typeof paths };
  // Defaults are reported of invoices that were due on the day on which they were issued.
  const defaults = JSON.stringify(document.paths[DEFAULTS]).replaceAll(/"\d{4}-\d\d-\d\d"/g, issueDay);
  document.paths[DEFAULTS] = JSON.parse(defaults) as (typeof paths)[string];
  sandbox = await openAeatSandbox({ port: 0, now: () => api.clock.now.getTime() });
  organizations = [
    await api.createOrganization('Una SL', null, KEY_RIGHTS),
    await api.createOrganization('Otra SL', null, KEY_RIGHTS),
  ];
  // Electronic invoices need the address of their issuer.
  for (const { id } of organizations) {
    await api.database.pool.query(
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', $2)`,
      [id, buildProfile({ logo: null })],
    );
  }
  const issued = await issueBatch(api, organizations[0]!, ISSUED + 1, 'Z', (index) =>
    index === ISSUED ? { issuer_nif: 'x' } : {},
  );
  const invoices = Array.from({ length: ISSUED }, (_, index) => issued * 1000 + index);
  for (const id of invoices) await storePdf(api, id);
  await refuseRecords(ISSUED);
  await deliver(invoices);
  const foreign = await issueBatch(api, organizations[1]!, 1, 'Y');
  await storePdf(api, foreign * 1000);
  await publishSealingKey(api.workers.pool, [randomBytes(32)], new Date());
  // Defaults begin on the day after that on which an invoice was due. The sessions have ended by then.
  api.clock.now = new Date(api.clock.now.getTime() + DAY_MS);
  for (const [index, organization] of organizations.entries())
    organizations[index] = { ...organization, token: await openSession(organization) };
  for (const { token } of organizations) await setSeries(token);
  ids = [issued, ...invoices, issued * 1000 + ISSUED, foreign, foreign * 1000, ...NEWEST];
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** Gives the invoices deliveries to the SPFE in the states in which clients order something. */
async function deliver(invoices: readonly number[]): Promise<void> {
  const { pool } = api.database;
  const [unknown, others] = [invoices.slice(0, 2), invoices.slice(2)];
  await storeDeliveries(pool, unknown, { state: 'unknown' });
  await storeDeliveries(pool, others);
  for (const [index, id] of others.entries())
    await moveDelivery(pool, id, ['sending', index < 3 ? 'admitted' : 'rejected']);
}

/** Makes series whose codes are among the ids in the generated requests. */
async function setSeries(token: string): Promise<void> {
  for (const code of NEWEST)
    await api.inject({
      method: 'PUT',
      url: `/api/v2/series/${code}?issuer_nif=B12345674`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
}

/**
 * Makes AEAT refuse the newest records of the first organization, so that its invoices can be
 * corrected, repeatedly.
 */
async function refuseRecords(records: number): Promise<void> {
  sandbox.control.addFaults({ kind: 'record-error', code: 1110, records, count: 1 });
  const { rows } = await api.database.pool.query<{ id: number }>(
    'select id::int from chains where organization_id = $1',
    [organizations[0]!.id],
  );
  await remitRecords(remittingContext(api, sandbox.url), rows[0]!.id);
  api.clock.now = new Date(api.clock.now.getTime() + 61_000);
}

/** Maps tokens in the generated requests to the tokens of the sessions that have replaced them. */
const tokens = new Map<string, string>();

const ORDER = /(?<=\/(?:batch_)?invoices\/)(\d+)\/(annul|resend)/;
/**
 * Maps invoices in the generated requests to the invoices that have replaced them for corrections.
 */
const successors = new Map<string, string>();

/**
 * An annulled invoice accepts no further correction. Later requests therefore correct a new
 * invoice, whose record AEAT has refused.
 */
async function replaceAnnulled(url: string, annulled: number): Promise<void> {
  // A download would wait for the PDF that shows the annulment.
  await storePdf(api, annulled, { isAnnulled: true });
  const [organization] = organizations;
  const token = tokens.get(organization!.token) ?? organization!.token;
  const batch = await issueBatch(api, { ...organization!, token }, 1, `S${successors.size}-`);
  await refuseRecords(1);
  successors.set(ORDER.exec(url)![1]!, String(batch * 1000));
}

/**
 * Ids in the generated requests that stand for the endpoints that were created last: 1 for the last
 * one.
 */
const NEWEST = [1, 2, 3];
const ENDPOINT = /(?<=\/webhook_endpoints\/)[1-3](?=[/?]|$)/;
/** The webhook endpoints that exist. */
const endpoints: number[] = [];

function noteEndpoint(
  operation: string,
  url: string,
  { statusCode, body }: { statusCode: number; body: string },
) {
  if (operation === 'POST /api/v2/webhook_endpoints' && statusCode === 201)
    endpoints.push((JSON.parse(body) as { data: { id: number } }).data.id);
  if (operation === 'DELETE /api/v2/webhook_endpoints/{id}' && statusCode === 204) {
    const id = Number(/(\d+)(\?|$)/.exec(url)![1]);
    endpoints.splice(endpoints.indexOf(id), 1);
  }
}

/** Counts the answers by operation and status. */
const seen = new Map<string, Map<number, number>>();

const isDeclaredMethod = ({ method, operation }: FuzzedRequest): boolean =>
  operation.startsWith(`${method} `);

/**
 * Replaces a session that a request has ended, because the remaining requests were generated with
 * its token.
 */
async function renew({ authorization }: FuzzedRequest['headers']): Promise<void> {
  const index = organizations.findIndex(
    ({ token }) => authorization === `Bearer ${tokens.get(token) ?? token}`,
  );
  const organization = organizations[index]!;
  tokens.set(organization.token, await openSession(organization));
}

async function openSession({ apiKey }: TestOrganization): Promise<string> {
  const answer = await api.inject({
    method: 'POST',
    url: '/api/v1/auth/sessions',
    payload: { api_key: apiKey },
  });
  return answer.json<{ session_token: string }>().session_token;
}

async function check(request: FuzzedRequest): Promise<void> {
  const { method, payload } = request;
  const url = request.url
    .replace(ORDER, (_, id: string, order: string) => `${successors.get(id) ?? id}/${order}`)
    .replace(ENDPOINT, (place) => String(endpoints.at(-Number(place)) ?? place));
  const own = request.headers['authorization']?.replace(/^Bearer /, '');
  const current = own === undefined ? undefined : tokens.get(own);
  const headers =
    current === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${current}` };
  const sent = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
  const answering = api.inject(sent);
  const slice = await measureLongestSlice(() => answering);
  const answer = await answering;
  // The check of the answer or a garbage collection may have taken part of the time. The request is
  // repeated with another key, so it is not a replay.
  const anew = () =>
    api.app.inject({
      ...sent,
      headers: {
        ...headers,
        ...(headers['idempotency-key'] && { 'idempotency-key': randomUUID() }),
      },
    });
  const longest = slice > MOST_SLICE_MS ? await findLongestSlice(anew, MOST_SLICE_MS) : slice;
  expect(longest).toBeLessThanOrEqual(MOST_SLICE_MS);
  const { statusCode } = answer;
  // No server is broken here, so no answer may report a server error.
  expect(statusCode).toBeLessThan(500);
  if (!isDeclaredMethod(request)) return;
  const { operation } = request;
  if (/^DELETE .*\/sessions$/.test(operation) && statusCode === 204) await renew(headers);
  noteEndpoint(operation, url, answer);
  const statuses = seen.get(operation) ?? new Map<number, number>();
  statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  seen.set(operation, statuses);
  if (statusCode === 202 && ORDER.test(url)) {
    await refuseRecords(1);
    const [, id, order] = ORDER.exec(url)!;
    if (order === 'annul') await replaceAnnulled(request.url, Number(id));
  }
  for (const version of API_VERSIONS)
    if (operation === `POST /api/v${version}/invoice_batches` && payload !== undefined)
      checkCreate(version, payload, answer);
}

/** Returns the operations of which no request was accepted yet, or none refused. */
const findUnreached = (): string[] =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => nameOperation(method, path)))
    .filter((operation) => {
      const statuses = [...(seen.get(operation)?.keys() ?? [])];
      return !statuses.some((status) => status < 300) || !statuses.some((status) => status >= 400);
    });

/** The document with some of its operations alone. */
function withOperations(names: readonly string[]): typeof document {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const own = Object.entries(methods).filter(([method]) => names.includes(nameOperation(method, path)));
    return own.length === 0 ? [] : [[path, Object.fromEntries(own)] as const];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/**
 * Checks a create request against its schema: a body that the schema refuses is not accepted, and a
 * body that it accepts is not refused for its schema. The document is stricter than the schema in
 * places; whatever the document accepts, the schema accepts.
 */
function checkCreate(
  version: ApiVersion,
  payload: string | Buffer,
  answer: { statusCode: number; body: string },
): void {
  const { schema } =
    document.paths[`/api/v${version}/invoice_batches`]!['post']!.requestBody!.content['application/json']!;
  let value: { invoice_batch?: { external_batch_id?: string | null } };
  try {
    value = JSON.parse(payload.toString()) as typeof value;
  } catch {
    return expect(answer.statusCode).not.toBe(201);
  }
  const isTaken = findSchemaErrors({ ...BODIES[version] }, value).length === 0;
  if (findSchemaErrors(schema, value).length === 0) expect(isTaken).toBe(true);
  if (!isTaken) return expect(answer.statusCode).not.toBe(201);
  const label = value.invoice_batch?.external_batch_id ?? '';
  // A label that cannot be stored is refused for its characters or its length, not for its type.
  const isLabel =
    label.length <= 255 &&
    label.isWellFormed() &&
    !label.includes('\0') &&
    findDeceptiveCharacter(normaliseText(label)) === null;
  if (isLabel && Buffer.from(payload).equals(Buffer.from(JSON.stringify(value)))) {
    expect(answer.body).not.toContain('validation_failed');
  }
}

it(
  `the API sends only answers that the OpenAPI document declares (${REQUESTS} requests, FUZZ_SEED=${SEED})`,
  { timeout: 60_000 + REQUESTS * ROUNDS * 20 },
  async () => {
    const known = {
      tokens: organizations.map(({ token }) => token),
      apiKeys: organizations.map(({ apiKey }) => apiKey),
      ids,
      keys,
    };
    const send = (some: typeof document, round: number) =>
      fc.assert(fc.asyncProperty(requestsOf(some, known), check), {
        numRuns: REQUESTS,
        seed: (SEED + round) % 2 ** 31,
      });
    await send(document, 0);
    // Every operation must be both accepted and refused at least once. If a few requests missed
    // this by chance, more of them will not: first of these operations alone, then of all, because
    // some need what others create.
    for (let round = 1; round < ROUNDS && findUnreached().length > 0; round += 1)
      await send(round % 2 === 1 ? withOperations(findUnreached()) : document, round);
    expect(findUnreached()).toEqual([]);
    process.stdout.write(
      `${[...seen].map(([operation, statuses]) => `${operation}: ${JSON.stringify(Object.fromEntries(statuses))}`).join('\n')}\n`,
    );
  },
);
