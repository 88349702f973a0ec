import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endWithParent } from '../../ops/local/boot/end-with-parent.js';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { freePort } from '../support/processes.ts';
import { isJudged } from '../support/not-judged.ts';

const CONFIGURATION = new URL('../../ops/nginx/invoice-batch-engine.conf', import.meta.url);
const nginx = findExecutable(['nginx']);

type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
};

/* nginx before an ingress as in docs/year.md, with a self-signed certificate and other ports. */
const isTried = isJudged(
  nginx && findExecutable(['openssl']),
  'nginx before the ingress',
  'there is no nginx or no openssl (apt install nginx openssl)',
);

describe.runIf(isTried)('nginx before the ingress', () => {
  const open = new AsyncDisposableStack();
  let api: TestApi;
  let organization: TestOrganization;
  let port: number;
  let log: string;

  beforeAll(async () => {
    api = open.use(await openTestApi({ TRUSTED_PROXIES: 'loopback' }));
    organization = await api.createOrganization();
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port: ingress } = api.app.server.address() as { port: number };
    const directory = mkdtempSync(path.join(tmpdir(), 'nginx-'));
    open.defer(() => rmSync(directory, { recursive: true }));
    const [plain, secure] = [await freePort(), await freePort()];
    port = secure;
    makeCertificate(directory);
    const server = readFileSync(CONFIGURATION, 'utf8')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${ingress}`)
      .replaceAll('/etc/ssl/invoices.example.com', directory)
      .replaceAll(/listen \[::\]:.*\n/g, '')
      .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${secure}`);
    log = path.join(directory, 'clients');
    writeFileSync(path.join(directory, 'nginx.conf'), wrap(directory, server));
    const command = [nginx!, '-e', 'stderr', '-p', directory, '-c', 'nginx.conf'];
    const [program = '', ...args] = endWithParent('TERM', command) ?? command;
    const child = spawn(program, args, { stdio: 'inherit' });
    open.defer(async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    });
    await eventually(() =>
      ask('GET', '/').then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(() => open.disposeAsync());

  async function ask(method: string, target: string, headers = {}, body?: string): Promise<Answer> {
    const asked = request({
      host: '127.0.0.1',
      port,
      method,
      path: target,
      headers,
      rejectUnauthorized: false,
    });
    // A client that is answered early cannot write the rest.
    asked.on('error', () => {});
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, body: await text(answer), headers: answer.headers };
  }

  it('forwards the API, with bodies of the largest size, and nothing else', async () => {
    const authorization = `Bearer ${organization.token}`;
    const json = { authorization, 'content-type': 'application/json' };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = JSON.stringify(buildBatchBody(1000, 'N'));
    const created = await ask('POST', '/api/v1/invoice_batches', { ...json, ...key }, body);
    expect(created.status).toBe(201);
    expect(created.headers['strict-transport-security']).toContain('max-age');
    const again = await ask('POST', '/api/v1/invoice_batches', { ...json, ...key }, body);
    expect(again.body).toBe(created.body);
    expect((await ask('GET', '/api/v1/invoice_batches', { authorization })).status).toBe(200);
    for (const target of ['/', '/docs/', '/metrics', '/livez'])
      expect((await ask('GET', target, { authorization })).status).toBe(404);
    // The error comes from the engine, not from nginx.
    const another = { ...json, 'idempotency-key': crypto.randomUUID() };
    const large = await ask('POST', '/api/v1/invoice_batches', another, ' '.repeat(32 * 1024 * 1024 + 1));
    expect(large.status).toBe(413);
    expect(large.headers['content-type']).toContain('application/json');
  });

  it('counts the connections of a client by its IPv4 address or by its IPv6 /64', async () => {
    const addresses = [
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8:1:a::1',
      '2001:db8:1:a:ffff::a0a',
      '2001:db8:1:b::1',
    ];
    for (const address of addresses) await ask('GET', '/', { 'x-test-address': address });
    const lines = readFileSync(log, 'utf8').split('\n');
    const counted = addresses.flatMap((address) =>
      lines.filter((line) => line.startsWith(`${address} `)).map((line) => line.slice(address.length + 1)),
    );
    const ofIPv6 = (last: string) => ` \\x01\\x0D\\xB8\\x00\\x01\\x00${last}`;
    expect(counted).toEqual([
      '\\xC0\\x00\\x02\\x01',
      '\\xC0\\x00\\x02\\x02',
      ofIPv6('\\x0A'),
      ofIPv6('\\x0A'),
      ofIPv6('\\x0B'),
    ]);
  });
});

function makeCertificate(directory: string): void {
  const files = ['-keyout', `${directory}/privkey.pem`, '-out', `${directory}/fullchain.pem`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=localhost', ...files], { stdio: 'pipe' });
}

function wrap(directory: string, server: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `daemon off; ${user} pid ${directory}/pid; worker_processes 1; events {}
http {
  error_log stderr crit;
  # Logs the key by which clients are counted, for the address in the header of a test.
  set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;
  log_format clients '$remote_addr $engine_client'; access_log ${directory}/clients clients;
  ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  ${server}
}`;
}
