import { dereference } from '../support/dereference.ts';
import { randomInt, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateBatchBody } from '../../src/contracts/invoice-input.ts';
import { type AeatSandbox, openAeatSandbox } from '../../ops/aeat-sandbox/open-aeat-sandbox.ts';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { findDeceptiveCharacter, normaliseText } from '../../src/contracts/shown-text.ts';
import { remitRecords } from '../../src/submit/remit-records.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { findSchemaErrors, type OpenApiDocument } from '../support/documented-answers.ts';
import { VERSION } from '../../src/platform/config/software.ts';
import { issueBatch, remittingContext } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { type FuzzedDocument, type FuzzedRequest, requestsOf } from './support/arbitrary-requests.ts';
import { runsOf } from '../support/long.ts';
import { findLongestSlice, measureLongestSlice } from '../support/slices.ts';

/*
 * Every endpoint gets requests made from the OpenAPI document. `inject` throws for an answer that the document does not declare, be it by
 * its status or its shape, and for one without the headers that every answer has. None may keep the event loop busy for long, either.
 */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? runsOf(2000));
const ROUNDS = 10;
/** How long a request may keep the event loop busy at a time. */
const MOST_SLICE_MS = 50;
/** Invoices that take orders: of few, hardly any order would name one. */
const ISSUED = 8;
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));

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
  document = dereference(api.app.swagger() as unknown as OpenApiDocument & FuzzedDocument);
  sandbox = await openAeatSandbox({ port: 0, now: () => api.clock.now.getTime() });
  organizations = [
    await api.createOrganization('Una SL', null, KEY_RIGHTS),
    await api.createOrganization('Otra SL', null, KEY_RIGHTS),
  ];
  const issued = await issueBatch(api, organizations[0]!, ISSUED + 1, 'Z', (index) =>
    index === ISSUED ? { issuer_nif: 'x' } : {},
  );
  const invoices = Array.from({ length: ISSUED }, (_, index) => issued * 1000 + index);
  for (const id of invoices) await storePdf(api, id);
  await refuseRecords(ISSUED);
  const foreign = await issueBatch(api, organizations[1]!, 1, 'Y');
  await storePdf(api, foreign * 1000);
  ids = [issued, ...invoices, issued * 1000 + ISSUED, foreign, foreign * 1000];
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** AEAT refuses the newest records of the first organization: their invoices can be corrected, and corrected again. */
async function refuseRecords(records: number): Promise<void> {
  sandbox.control.addFaults({ kind: 'record-error', code: 1110, records, count: 1 });
  const { rows } = await api.database.pool.query<{ id: number }>(
    'select id::int from chains where organization_id = $1',
    [organizations[0]!.id],
  );
  await remitRecords(remittingContext(api, sandbox.url), rows[0]!.id);
  api.clock.now = new Date(api.clock.now.getTime() + 61_000);
}

/** Tokens that requests are made with → those of the sessions that have taken their place. */
const tokens = new Map<string, string>();

const ORDER = /\/batch_invoices\/(\d+)\/(annul|resend)/;
/** Invoices that requests are made with → those that later orders are for instead. */
const successors = new Map<string, string>();

/** An annulled invoice takes no further order, so that later requests order the same of a new one, whose record AEAT has refused. */
async function replaceAnnulled(url: string, annulled: number): Promise<void> {
  // A download would wait for the PDF that says so.
  await storePdf(api, annulled, { isAnnulled: true });
  const [organization] = organizations;
  const token = tokens.get(organization!.token) ?? organization!.token;
  const batch = await issueBatch(api, { ...organization!, token }, 1, `S${successors.size}-`);
  await refuseRecords(1);
  successors.set(ORDER.exec(url)![1]!, String(batch * 1000));
}

/** Method and operation → status → how often. */
const seen = new Map<string, Map<number, number>>();

const isDeclaredMethod = ({ method, operationId }: FuzzedRequest): boolean =>
  Object.values(document.paths).some((methods) => methods[method.toLowerCase()]?.operationId === operationId);

/** A session that a request has ended is another one's from then on: the requests to come are made already. */
async function renew({ authorization }: FuzzedRequest['headers']): Promise<void> {
  const index = organizations.findIndex(
    ({ token }) => authorization === `Bearer ${tokens.get(token) ?? token}`,
  );
  const { token, apiKey } = organizations[index]!;
  const answer = await api.inject({
    method: 'POST',
    url: '/api/v1/auth/sessions',
    payload: { api_key: apiKey },
  });
  tokens.set(token, answer.json<{ session_token: string }>().session_token);
}

async function check(request: FuzzedRequest): Promise<void> {
  const { method, payload } = request;
  const url = request.url.replace(
    ORDER,
    (_, id: string, order: string) => `/batch_invoices/${successors.get(id) ?? id}/${order}`,
  );
  const own = request.headers['authorization']?.replace(/^Bearer /, '');
  const current = own === undefined ? undefined : tokens.get(own);
  const headers =
    current === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${current}` };
  const sent = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
  const answering = api.inject(sent);
  const slice = await measureLongestSlice(() => answering);
  const answer = await answering;
  // The check of the answer took part of it, or garbage was collected: the same request tells, with another key, so that it is no replay.
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
  // Nothing is broken here, so nothing may be answered as if it were.
  expect(statusCode).toBeLessThan(500);
  if (!isDeclaredMethod(request)) return;
  if (request.operationId === 'endSession' && statusCode === 204) await renew(headers);
  const statuses = seen.get(request.operationId) ?? new Map<number, number>();
  statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  seen.set(request.operationId, statuses);
  if (statusCode === 202) {
    await refuseRecords(1);
    const [, id, order] = ORDER.exec(url)!;
    if (order === 'annul') await replaceAnnulled(request.url, Number(id));
  }
  if (request.operationId === 'createInvoiceBatch' && payload !== undefined) checkCreate(payload, answer);
}

/** Operations of which no request was accepted yet, or none refused. */
const findUnreached = (): string[] =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
    .filter((operationId) => {
      const statuses = [...(seen.get(operationId)?.keys() ?? [])];
      return !statuses.some((status) => status < 300) || !statuses.some((status) => status >= 400);
    });

/**
 * The request's side: what the shape refuses is not accepted, and what it takes is not refused for its shape. The document is narrower than the shape, by
 * what can succeed: what it takes, the shape takes.
 */
function checkCreate(payload: string | Buffer, answer: { statusCode: number; body: string }): void {
  const { schema } =
    document.paths['/api/v1/invoice_batches']!['post']!.requestBody!.content['application/json']!;
  let value: { invoice_batch?: { external_batch_id?: string | null } };
  try {
    value = JSON.parse(payload.toString()) as typeof value;
  } catch {
    return expect(answer.statusCode).not.toBe(201);
  }
  const isTaken = findSchemaErrors({ ...CreateBatchBody }, value).length === 0;
  if (findSchemaErrors(schema, value).length === 0) expect(isTaken).toBe(true);
  if (!isTaken) return expect(answer.statusCode).not.toBe(201);
  const label = value.invoice_batch?.external_batch_id ?? '';
  // A label that cannot be stored is refused by its description, not by its type.
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
  `every answer is one that the OpenAPI document declares (${REQUESTS} requests, FUZZ_SEED=${SEED})`,
  { timeout: 60_000 + REQUESTS * ROUNDS * 20 },
  async () => {
    const known = {
      tokens: organizations.map(({ token }) => token),
      apiKeys: organizations.map(({ apiKey }) => apiKey),
      ids,
      keys,
    };
    const property = fc.asyncProperty(requestsOf(document, known), check);
    await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
    // It reaches what it is about: no operation is only ever refused, and none only ever right. What few requests missed by chance, more do not.
    for (let round = 1; round < ROUNDS && findUnreached().length > 0; round += 1) {
      await fc.assert(property, { numRuns: REQUESTS, seed: (SEED + round) % 2 ** 31 });
    }
    expect(findUnreached()).toEqual([]);
    process.stdout.write(
      `${[...seen].map(([operation, statuses]) => `${operation}: ${JSON.stringify(Object.fromEntries(statuses))}`).join('\n')}\n`,
    );
  },
);
