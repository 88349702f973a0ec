import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { extractPdfs } from '../render/postprocess/stored-render-batch.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { askServer, type ServerAnswer } from './ask-server.ts';
import { buildVerdict, type Verdict } from './invariant.ts';
import { decompressBody } from '../platform/literals/stored-body.ts';

/**
 * The time for which a refused request is repeated, since the rate limits of the API are per
 * minute.
 */
const PATIENCE_MS = 90_000;

const TITLES = {
  downloads: 'Every download of a PDF has the rendered bytes',
  replays: 'A repeated request gets the bytes of the first answer and creates nothing',
} as const;

export const WITHOUT_API: readonly Verdict[] = [
  buildVerdict('I6', TITLES.downloads, null, []),
  buildVerdict('I7', TITLES.replays, null, []),
];

export type ApiAccess = {
  /** The address of the ingress, without a path. */
  readonly address: string;
  /** One key of each organization to check. */
  readonly apiKeys: readonly string[];
  /**
   * The number of PDFs and of replays per organization, chosen evenly from all; all of them if
   * there are fewer.
   */
  readonly samples: number;
};

/**
 * Checks I6 and I7 as a client: downloads PDFs twice, and repeats stored requests with their keys.
 */
export async function checkApi(connection: Connection, access: ApiAccess): Promise<Verdict[]> {
  const downloads = { looked: 0, places: [] as string[] };
  const replays = { looked: 0, places: [] as string[] };
  for (const apiKey of access.apiKeys) {
    const organizationId = await findOrganization(connection, apiKey);
    const request = await openSession(access.address, apiKey);
    for (const { id, expected } of await listPdfs(connection, organizationId, access.samples)) {
      downloads.looked += 1;
      for (const time of ['first', 'second']) {
        const answer = await request(`/batch_invoices/${id}/pdf`);
        const place = `PDF of invoice ${id}, ${time} download: ${answer.status}`;
        if ('failure' in expected) downloads.places.push(`${place}, ${expected.failure}`);
        else if (answer.status !== 200 || hash('sha256', answer.body) !== expected.sha256)
          downloads.places.push(`${place}, other bytes`);
      }
    }
    for (const { key, body, response } of await listRequests(connection, organizationId, access.samples)) {
      replays.looked += 1;
      const answer = await request('/invoice_batches', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: new Uint8Array(decompressBody(body)),
      });
      const isReplay = answer.headers.get('idempotency-replayed') === 'true';
      if (answer.status !== 201 || !isReplay || answer.body.toString('utf8') !== response)
        replays.places.push(`key ${key} of organization ${organizationId}: ${answer.status}, another answer`);
    }
  }
  return [
    buildVerdict('I6', TITLES.downloads, downloads.looked, downloads.places),
    buildVerdict('I7', TITLES.replays, replays.looked, replays.places),
  ];
}

async function findOrganization(connection: Connection, apiKey: string): Promise<number> {
  const { rows } = await connection.query<{ id: number }>(
    'select organization_id::float8 as id from api_keys where key_hash = $1 and revoked_at is null',
    [hash('sha256', apiKey, 'buffer')],
  );
  if (!rows[0]) throw new Error('one of the API keys is unknown or revoked');
  return rows[0].id;
}

const Session = Type.Object({ session_token: Type.String() });

type Request = (path: string, init?: RequestInit) => Promise<ServerAnswer>;

async function openSession(address: string, apiKey: string): Promise<Request> {
  const send = (path: string, init: RequestInit) => fetchPatiently(new URL(`/api/v1${path}`, address), init);
  const answer = await send('/auth/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: apiKey }),
  });
  const text = answer.body.toString('utf8');
  if (answer.status !== 201)
    throw new Error(
      `--api ${address} opens no session: ${answer.status} ${text.slice(0, 200).replaceAll(/\s+/g, ' ')}`,
    );
  const { session_token: token } = Value.Parse(Session, JSON.parse(text));
  return (path, init = {}) =>
    send(path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
    });
}

/** Repeats a request as long as the answer has Retry-After, for at most PATIENCE_MS. */
async function fetchPatiently(url: URL, init: RequestInit): Promise<ServerAnswer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await askServer('--api', url, init);
    const pause = Number(answer.headers.get('retry-after') ?? Number.NaN);
    if (answer.status < 300 || Number.isNaN(pause) || performance.now() > deadline) return answer;
    await wait(pause * 1000);
  }
}

/**
 * The SHA-256 that a download must have, or why the PDF cannot be extracted from its render batch.
 */
type Expected = { readonly sha256: string } | { readonly failure: string };

/**
 * Lists some PDFs of an organization that are stored in PostgreSQL. Extracts each here,
 * independently of the API.
 */
async function listPdfs(connection: Connection, organizationId: number, most: number) {
  type Row = { id: string; version: number; content: Buffer };
  const { rows } = await connection.query<Row>(
    `select p.issued_invoice_id::text as id, q.version, q.content
     from pdfs p join render_batches q on q.id = p.render_batch_id
     where p.organization_id = $1 and q.content is not null
       and p.is_annulled = exists (select from corrections k where k.issued_invoice_id = p.issued_invoice_id and k.kind = 'anulacion')
     order by md5(p.issued_invoice_id::text) limit $2`,
    [organizationId, most],
  );
  return rows.map(({ id, version, content }) => ({ id, expected: extract(version, content, Number(id)) }));
}

function extract(version: number, content: Buffer, id: number): Expected {
  try {
    return { sha256: hash('sha256', extractPdfs(version, content, [id])[0]!) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function listRequests(connection: Connection, organizationId: number, most: number) {
  const { rows } = await connection.query<{ key: string; response: string; body: Buffer }>(
    `select r.key::text as key, r.response, b.body
     from idempotency_records r join batch_bodies b on b.batch_id = r.batch_id
     where r.organization_id = $1 and b.erased_at is null order by md5(r.key::text) limit $2`,
    [organizationId, most],
  );
  return rows;
}
