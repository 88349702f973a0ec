import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, describe, it, onTestFinished } from 'vitest';
import { EngineError, openEngine, verifyWebhook, WebhookFault } from '../../clients/typescript/src/engine.ts';
import openApi from '../../src/contracts/openapi-v2.json' with { type: 'json' };
import { LANGUAGES, runDriver } from './support/languages.ts';
import { openServer, type TestServer } from './support/open-server.ts';

/* Every client reaches every operation of the API, and treats files and secrets alike. */

/** The operations of the OpenAPI document, as `GET /api/v2/invoices/{id}`. */
const OPERATIONS = Object.entries(openApi.paths).flatMap(([route, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
);

/** A ZIP without files (PKWARE's APPNOTE, 4.3.16). */
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
const SESSION = { session_token: 'a', expires_at: '2999-01-01T00:00:00Z' };
const ANSWER = {
  ...SESSION,
  data: [],
  errors: [],
  warnings: [],
  meta: { next_cursor: null, has_more: false },
};

/** Opens a server that answers every operation, and records which were called. */
async function openRecorder(): Promise<TestServer & { readonly called: ReadonlySet<string> }> {
  const called = new Set<string>();
  const server = await openServer((request, response) => {
    request.resume();
    const { pathname } = new URL(request.url!, 'http://localhost');
    const isSame = (route: string) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
    // A route without parameters precedes one with parameters.
    const [route = pathname] = Object.keys(openApi.paths)
      .filter(isSame)
      .toSorted((one, other) => one.split('{').length - other.split('{').length);
    called.add(`${request.method} ${route}`);
    if (request.method === 'DELETE') return response.writeHead(204).end();
    const isArchive = /\/invoice_batches\/\d+\/(?:pdfs|documents)$/.test(pathname);
    return response.end(isArchive ? EMPTY_ZIP : JSON.stringify(ANSWER));
  });
  return Object.assign(server, { called });
}

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'clients-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

it('the client in TypeScript reaches every operation of the OpenAPI document', async () => {
  await using server = await openRecorder();
  const engine = openEngine({ url: server.url, apiKey: 'a', patienceMs: 0 });
  await engine.submit({ invoices: [] });
  await engine.validate({ invoices: [] }, { documents: ['ubl'] });
  await engine.preview({ issuer_nif: 'B12345674', number_serie: 'A-1', lines: [] });
  await readAll(engine.listBatches());
  await engine.getBatch(1);
  await engine.summary(1);
  await readAll(engine.listInvoices(1));
  await readAll(engine.search({}));
  await engine.getInvoice(1);
  await engine.lookup(['a']);
  await engine.annul(1, { reason: 'Por error' });
  await engine.resend(1, { reason: 'Por error' });
  await engine.registrationStatus();
  await engine.responsibleDeclaration();
  await engine.pdf(1);
  await readAll(engine.archive(1));
  await engine.documentFormats(1);
  await engine.document(1, 'ubl');
  await readAll(engine.documentArchive(1, 'ubl'));
  await readAll(engine.listRecipientProfiles());
  await engine.getRecipientProfile('B12345674');
  await engine.setRecipientProfile('B12345674', {});
  await engine.removeRecipientProfile('B12345674');
  await engine.listWebhookEndpoints();
  await engine.createWebhookEndpoint({ url: 'https://erp.example.com/hooks' });
  await engine.getWebhookEndpoint(1);
  await engine.changeWebhookEndpoint(1, { enabled: false });
  await engine.removeWebhookEndpoint(1);
  await engine.testWebhookEndpoint(1);
  await engine.close();
  expect([...server.called].toSorted()).toEqual(OPERATIONS.toSorted());
});

describe.each(LANGUAGES)('the client in $name', (language) => {
  const { program } = language;

  it.skipIf(!program)('reaches every operation of the OpenAPI document', async () => {
    await using server = await openRecorder();
    const file = path.join(makeDirectory(), 'all.zip');
    await runDriver(language, { url: server.url, key: 'a', action: 'every_operation', file });
    expect([...server.called].toSorted()).toEqual(OPERATIONS.toSorted());
    expect(readFileSync(file).equals(EMPTY_ZIP)).toBe(true);
  });

  it.skipIf(!program).each([
    ['the engine refuses the request', 404],
    ['the connection breaks within the archive', 200],
  ])('keeps an existing file when %s', async (_, status) => {
    await using server = await openServer((request, response) => {
      request.resume();
      if (request.url!.endsWith('/sessions')) return response.end(JSON.stringify(SESSION));
      response.writeHead(status, { 'content-length': 1000 });
      return response.write('PK', () => response.destroy());
    });
    const directory = makeDirectory();
    const file = path.join(directory, 'pdfs.zip');
    writeFileSync(file, 'of yesterday');
    for (const [action, more] of [
      ['pdf_archive', {}],
      ['archive', { format: 'ubl' }],
    ] as const) {
      const asked = { url: server.url, key: 'a', action, batch: 1, file, patience: 0, ...more };
      expect(await runDriver(language, asked)).toMatchObject({ status: expect.any(Number) });
      expect(readFileSync(file, 'utf8')).toBe('of yesterday');
      expect(readdirSync(directory)).toEqual(['pdfs.zip']);
    }
  });

  it.skipIf(!program)('creates no second webhook endpoint after a broken connection', async () => {
    await using server = await openServer((request, response) => {
      request.resume();
      if (request.url!.endsWith('/sessions')) return response.end(JSON.stringify(SESSION));
      return response.destroy();
    });
    const asked = { url: server.url, key: 'a', action: 'create_endpoint' };
    expect(await runDriver(language, asked)).toMatchObject({ status: 0 });
    // The session, the endpoint and the end of the session.
    expect(server.requests).toBeLessThanOrEqual(4);
  });
});

it('the client in TypeScript creates no second webhook endpoint after a broken connection', async () => {
  let created = 0;
  await using server = await openServer((request, response) => {
    request.resume();
    if (request.url!.endsWith('/sessions')) return response.end(JSON.stringify(SESSION));
    created += 1;
    return response.destroy();
  });
  const engine = openEngine({ url: server.url, apiKey: 'a' });
  const creating = engine.createWebhookEndpoint({ url: 'https://erp.example.com/hooks' });
  await expect(creating).rejects.toThrow(EngineError);
  expect(created).toBe(1);
});

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const OTHER = `whsec_${randomBytes(24).toString('base64')}`;
const BODY = JSON.stringify({ type: 'batch.finished', data: { note: 'ñandú' } });

/** Signs a body as the engine does, with the library of the specification. */
function sign(secrets: readonly string[], secondsAgo = 0) {
  const id = randomUUID();
  const time = new Date(Date.now() - secondsAgo * 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, BODY)).join(' '),
  };
}

/** Messages, and the beginning of the reason for which they are refused; null if they are accepted. */
const MESSAGES: readonly (readonly [string, object, string, readonly string[], string | null])[] = [
  ['signed with its secret', sign([SECRET]), BODY, [SECRET], null],
  ['signed with both secrets of a replacement', sign([OTHER, SECRET]), BODY, [SECRET], null],
  ['read with both secrets of a replacement', sign([SECRET]), BODY, [OTHER, SECRET], null],
  ['signed with another secret', sign([OTHER]), BODY, [SECRET], 'No signature'],
  ['with a changed body', sign([SECRET]), BODY.replace('ñ', 'n'), [SECRET], 'No signature'],
  ['with the id of another', { ...sign([SECRET]), 'webhook-id': 'x' }, BODY, [SECRET], 'No signature'],
  ['signed six minutes ago', sign([SECRET], 360), BODY, [SECRET], 'The message was signed'],
  ['of the future', sign([SECRET], -360), BODY, [SECRET], 'The message was signed'],
  ['with a wrong time', { ...sign([SECRET]), 'webhook-timestamp': '1e9' }, BODY, [SECRET], 'The message'],
  [
    'with a signature that is not base64',
    { ...sign([SECRET]), 'webhook-signature': 'v1,* v1,' },
    BODY,
    [SECRET],
    'No',
  ],
  ['without a signature', {}, BODY, [SECRET], 'The request is not a signed webhook'],
];

const JUDGED = MESSAGES.map(([name, headers, body, secrets, why]) => {
  const verdict = why === null ? JSON.parse(BODY) : { fault: expect.stringMatching(`^${why}`) };
  return { name, message: { headers, body, secrets }, verdict };
});

it.each(JUDGED)('a webhook $name is judged by the client in TypeScript', async ({ message, verdict }) => {
  const { headers, body, secrets } = message;
  for (const given of [headers as Record<string, string>, new Headers({ ...headers })]) {
    const judged = await verifyWebhook(secrets, given, Buffer.from(body)).catch((error: unknown) => {
      if (!(error instanceof WebhookFault)) throw error;
      return { fault: error.message };
    });
    expect(judged).toEqual(verdict);
  }
});

it.each(LANGUAGES.filter(({ program }) => program))(
  'the client in $name judges the same webhooks alike',
  async (language) => {
    const messages = JUDGED.map(({ message }) => message);
    const asked = { url: 'http://127.0.0.1:1', key: 'a', action: 'verify', messages };
    expect(await runDriver(language, asked)).toEqual(JUDGED.map(({ verdict }) => verdict));
  },
);
