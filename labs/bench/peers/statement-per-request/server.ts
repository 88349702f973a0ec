import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { prepareInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { FLAT_RULES } from '../../../../src/domain/reading/request-rules.ts';
import { todayInMadrid } from '../../../../src/domain/reading/madrid-time.ts';
import { checkBody, type CheckedBody } from '../../../../src/accept/check-body.ts';
import { parseJson } from '../../../../src/json/parse-json.ts';
import { joinMessages } from '../../../../src/domain/reading/findings.ts';

/*
 * Accepts batches with the product's schema, rules and statement behind Fastify, except that each
 * request runs its own statement. Sessions are looked up only once, so that this is the only
 * statement of a request.
 */

const ACCEPT = {
  name: 'accept',
  text: readFileSync(new URL('./accept.sql', import.meta.url), 'utf8'),
};
const FIND_SESSION = `select s.organization_id::float8 as id, o.name from sessions s join organizations o on o.id = s.organization_id
                      where s.token_hash = $1 and s.expires_at > now()`;

type Organization = { readonly id: number; readonly name: string };

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const sessions = new Map<string, Organization>();
const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/invoice_batches', async (request, reply) => {
  const organization = await findOrganization(String(request.headers.authorization));
  if (!organization) return reply.code(401).send();
  const body = request.body as Buffer;
  const checked = checkBody(parseJson(body).value, FLAT_RULES);
  if (checked.kind === 'refused') return reply.code(422).send(checked.message);
  const values = buildValues(organization, String(request.headers['idempotency-key']), body, checked);
  const { rows } = await pool.query<{ response: string }>({ ...ACCEPT, values });
  return reply.code(201).type('application/json').send(rows[0]!.response);
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });

async function findOrganization(authorization: string): Promise<Organization | undefined> {
  const known = sessions.get(authorization);
  if (known) return known;
  const token = hash('sha256', authorization.replace('Bearer ', ''), 'buffer');
  const { rows } = await pool.query<Organization>(FIND_SESSION, [token]);
  if (rows[0]) sessions.set(authorization, rows[0]);
  return rows[0];
}

function buildValues(
  { id, name }: Organization,
  key: string,
  body: Buffer,
  { externalBatchId, invoices }: Extract<CheckedBody, { kind: 'checked' }>,
): unknown[] {
  const now = new Date();
  const today = todayInMadrid(now);
  const prepared = invoices.map((input) =>
    prepareInvoice(input, { rules: FLAT_RULES, organizationName: name, today }),
  );
  const label = JSON.stringify(externalBatchId ?? null);
  return [
    id,
    key,
    hash('sha256', body, 'buffer'),
    '{"data":{"id":',
    `,"external_batch_id":${label},"status":"received","invoices_count":${prepared.length},"received_at":"${now.toISOString()}"}}`,
    now,
    externalBatchId ?? null,
    prepared.length,
    zstdCompressSync(body),
    invoices.map((invoice) => invoice.external_invoice_id ?? null),
    invoices.map((invoice) => invoice.number_serie ?? null),
    prepared.map((invoice) => (invoice.kind === 'prepared' ? null : joinMessages(invoice.findings))),
  ];
}
