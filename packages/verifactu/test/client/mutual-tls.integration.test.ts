import type { SecureVersion, TlsOptions, TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CertificateError } from 'verifactu-protocol/client/certificate';
import { openAeatClient, type AeatClientOptions } from 'verifactu-protocol/client/open-aeat-client';
import { readTestAuthority, readTestCertificate, writeAnswer, writeLine } from '../support/messages.ts';
import { openRawServer, writeHttp, type RawServer } from '../support/raw-server.ts';

const ENVELOPE = Buffer.from('<soapenv:Envelope/>');
const ANSWER = writeHttp(writeAnswer([writeLine()]));
const AUTHORITY = readTestAuthority();

/** A server that requires a client certificate, as AEAT's does. */
function openTlsServer(
  seen: string[],
  { certificate = 'server', ...options }: TlsOptions & { certificate?: string } = {},
): Promise<RawServer> {
  const { pkcs12: pfx, passphrase } = readTestCertificate(certificate);
  const tls: TlsOptions = {
    pfx,
    passphrase,
    ca: AUTHORITY,
    requestCert: true,
    rejectUnauthorized: true,
    ...options,
  };
  return openRawServer((socket) => {
    const { subject } = (socket as TLSSocket).getPeerX509Certificate() ?? { subject: 'nobody' };
    seen.push(subject);
    socket.end(ANSWER);
  }, tls);
}

async function submit(server: RawServer, options: Partial<AeatClientOptions> = {}) {
  await using client = openAeatClient({
    url: server.url,
    certificateAuthority: AUTHORITY,
    timeoutMs: 20_000,
    ...options,
  });
  return await client.submit(ENVELOPE);
}

afterEach(() => vi.unstubAllEnvs());

/**
 * With TLS 1.3 the client learns of a refusal only after it has begun to send: from an alert or
 * from the closed connection.
 */
const HANG_UPS: [version: SecureVersion, hangUp: object][] = [
  ['TLSv1.2', { reason: 'tls', sent: false }],
  ['TLSv1.3', { reason: expect.stringMatching(/^(?:tls|reset)$/), sent: true }],
];

describe.each(HANG_UPS)('a server that requires a client certificate over %s', (version, hangUp) => {
  const only = { minVersion: version, maxVersion: version };

  it('accepts our certificate and answers', async () => {
    const seen: string[] = [];
    await using server = await openTlsServer(seen, only);
    const outcome = await submit(server, { certificate: readTestCertificate('company') });
    expect(outcome).toMatchObject({ kind: 'answered', answer: { csv: 'A-TEST000000001' } });
    expect(seen).toEqual([expect.stringContaining('VATES-B12345674')]);
  });

  it.each([
    ['no certificate', undefined],
    ['a certificate of an unknown authority', 'stranger'],
    ['an expired certificate', 'expired'],
  ])('closes the connection when it receives %s, and nothing is registered', async (_what, name) => {
    const seen: string[] = [];
    await using server = await openTlsServer(seen, only);
    const outcome = await submit(
      server,
      name === undefined ? {} : { certificate: readTestCertificate(name) },
    );
    expect(outcome).toMatchObject({ kind: 'unknown', status: null, ...hangUp });
    expect(seen).toEqual([]);
  });
});

describe("the server's certificate", () => {
  it.each([
    ['of an unknown authority', 'server-unknown'],
    ['for another host', 'server-elsewhere'],
    ['that has expired', 'server-expired'],
  ])('is rejected before anything is sent: one %s', async (_what, certificate) => {
    const seen: string[] = [];
    await using server = await openTlsServer(seen, { certificate, requestCert: false });
    expect(await submit(server)).toMatchObject({ kind: 'unknown', reason: 'tls', sent: false });
    expect(server.connections).toBe(1);
    expect(server.requests).toEqual([]);
  });

  it('is verified even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await using server = await openTlsServer([], { certificate: 'server-unknown', requestCert: false });
    expect(await submit(server)).toMatchObject({ reason: 'tls', sent: false });
  });

  it('is accepted from a private authority only with certificateAuthority', async () => {
    await using server = await openTlsServer([], { requestCert: false });
    await using client = openAeatClient({ url: server.url, timeoutMs: 20_000 });
    expect(await client.submit(ENVELOPE)).toMatchObject({ reason: 'tls', sent: false });
    expect(await submit(server)).toMatchObject({ kind: 'answered' });
  });

  it('is checked against the host name of the URL', async () => {
    const seen: string[] = [];
    await using server = await openTlsServer(seen, { requestCert: false });
    const url = `https://localhost:${server.port}`;
    expect(await submit(server, { url })).toMatchObject({ kind: 'answered' });
  });

  it('is absent if only one side uses TLS, which gives an unknown outcome', async () => {
    await using server = await openTlsServer([], { requestCert: false });
    expect(await submit(server, { url: server.url.replace('https:', 'http:') })).toMatchObject({
      kind: 'unknown',
    });
    await using plain = await openRawServer((socket) => socket.end(ANSWER));
    const outcome = await submit(plain, { url: plain.url.replace('http:', 'https:'), connectTimeoutMs: 200 });
    expect(outcome).toMatchObject({ kind: 'unknown', sent: false });
  });
});

describe('the client certificate', () => {
  it('is checked when the client opens', () => {
    const { pkcs12 } = readTestCertificate('company');
    const certificate = { pkcs12, passphrase: 'wrong' };
    expect(() => openAeatClient({ url: 'https://127.0.0.1', certificate })).toThrow(CertificateError);
  });
});
