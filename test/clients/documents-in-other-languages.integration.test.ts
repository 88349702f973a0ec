import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../api/support/read-zip.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { LANGUAGES, runDriver } from './support/languages.ts';
import { openServer } from './support/open-server.ts';

const TAXED = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
const NOT_SUBJECT = { concept: 'Indemnización', units: 1, unit_price: 50, tax_operation_key: 'N1' } as const;

let signing: TestSigning;
let url: string;
let organization: TestOrganization;
let batch: number;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'documents-'));
  signing = await openTestSigning();
  url = await signing.api.app.listen({ host: '127.0.0.1', port: 0 });
  organization = await signing.createIssuer('Firmante SL');
  await signing.addCertificate(organization);
  signing.work();
  // EN 16931 cannot express the second one.
  batch = await issueBatch(signing.api, organization, 3, 'L', (index) =>
    index === 1 ? { lines: [TAXED, NOT_SUBJECT] } : {},
  );
});
afterAll(async () => {
  signing.api.app.server.closeAllConnections();
  await signing[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

/** The SHA-256 of what the API answers. */
async function hashDocument(id: number, rest: string): Promise<string> {
  const answer = await signing.api.get(organization.token, `/invoices/${id}/documents/${rest}`, {}, 2);
  expect(answer.statusCode).toBe(200);
  return hash('sha256', answer.rawPayload);
}

/** Opens a server that gives a session to everyone, says "not yet" twice, and then gives a file. */
function openSlowServer(file: Buffer) {
  let left = 2;
  return openServer((request, response) => {
    request.resume();
    const expires_at = '2999-01-01T00:00:00Z';
    if (request.url!.endsWith('/sessions'))
      return response.end(JSON.stringify({ session_token: 'a', expires_at }));
    left -= 1;
    if (left < 0) return response.end(file);
    const error = { code: 'not_ready', message: 'Not yet', request_id: 'a', details: [] };
    return response.writeHead(409, { 'Retry-After': 0 }).end(JSON.stringify({ error }));
  });
}

describe.each(LANGUAGES)('the electronic invoices of the client in $name', (language) => {
  const { name, program } = language;
  const run = <T>(action: string, more: object) =>
    runDriver<T>(language, { url, key: organization.apiKey, action, ...more });

  it.skipIf(!program)('are listed, with the rule that prevents a format', async () => {
    const formats = await run<{ format: string; reason: { rule: string } | null }[]>('formats', {
      invoice: batch * 1000 + 1,
    });
    expect(formats.map(({ format, reason }) => [format, reason?.rule ?? null])).toEqual([
      ['ubl', 'BR-O-11'],
      ['cii', 'BR-O-11'],
      ['facturae', null],
      ['hybrid', 'BR-O-11'],
    ]);
  });

  it.skipIf(!program).each(['ubl', 'cii', 'facturae'])(
    'have the same bytes as those of the API: %s',
    async (format) => {
      const invoice = batch * 1000;
      expect(await run('document', { invoice, format })).toBe(await hashDocument(invoice, format));
    },
  );

  it.skipIf(!program)('have the profile that the caller wants', async () => {
    const invoice = batch * 1000;
    const peppol = { invoice, format: 'ubl', profile: 'peppol' };
    // Peppol requires a reference of the buyer, which this invoice lacks.
    expect(await run('document', peppol)).toMatchObject({ status: 422, retry_after: null });
    expect(await run('document', { ...peppol, profile: 'cen' })).toBe(await hashDocument(invoice, 'ubl'));
  });

  it.skipIf(!program)('are refused at once if the format cannot express the invoice', async () => {
    const refused = { status: 422, code: 'unprocessable_content', retry_after: null };
    expect(await run('document', { invoice: batch * 1000 + 1, format: 'cii' })).toMatchObject(refused);
  });

  it.skipIf(!program)('of a batch are one ZIP with a manifest of all invoices', async () => {
    const file = path.join(directory, `${name}.zip`);
    expect(await run('archive', { batch, format: 'ubl', file })).toBeNull();
    const [manifest, ...files] = await readZip(readFileSync(file));
    const listed = JSON.parse(manifest!.content.toString()) as { file: string | null }[];
    expect(listed.map((entry) => entry.file)).toEqual(['L-1.xml', null, 'L-3.xml']);
    expect(files.map(({ content }) => hash('sha256', content))).toEqual([
      await hashDocument(batch * 1000, 'ubl'),
      await hashDocument(batch * 1000 + 2, 'ubl'),
    ]);
  });

  // Only this client has a method that reads the archive.
  it.runIf(program && name === 'Python')('of a batch are yielded one by one', async () => {
    expect(await run('documents', { batch, format: 'ubl' })).toEqual({
      'L-1.xml': await hashDocument(batch * 1000, 'ubl'),
      'L-3.xml': await hashDocument(batch * 1000 + 2, 'ubl'),
    });
  });

  it.skipIf(!program)(
    'are requested again until they are ready, which 409 with Retry-After denies',
    async () => {
      const content = Buffer.from(randomUUID());
      const format = 'facturae';
      await using slow = await openSlowServer(content);
      expect(await run('document', { url: slow.url, invoice: 1, format })).toBe(hash('sha256', content));
      await using slowBatch = await openSlowServer(content);
      const file = path.join(directory, `${name}-slow.zip`);
      await run('archive', { url: slowBatch.url, batch: 1, format, file });
      expect(readFileSync(file).equals(content)).toBe(true);
      const patience = 0.05;
      await using tooSlow = await openSlowServer(content);
      expect(await run('document', { url: tooSlow.url, invoice: 1, format, patience })).toMatchObject({
        status: 409,
        retry_after: 0,
      });
    },
  );
});
