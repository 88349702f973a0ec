import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ISSUER } from './support/records.ts';
import { chainOf, openSandbox, textsOf } from './support/sandbox.ts';
import { writeSupply } from './sii/support/write-sii.ts';
import { writeRemission } from './support/write-message.ts';

/* Certificates that only this test trusts, valid from 2020 to 2120. */
const read = (name: string) => readFileSync(new URL(`certificates/${name}.pem`, import.meta.url));
const TLS = { cert: read('server'), key: read('server'), clientCa: read('ca') };
const MESSAGE = writeRemission({ nif: ISSUER }, chainOf([{}]));

type Answer = {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
};

function postWith(client: string | null, url: string, message = MESSAGE): Promise<Answer> {
  const identity = client === null ? {} : { cert: read(client), key: read(client) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', ca: read('ca'), agent: false, ...identity },
      (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode, location: response.headers.location, body }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(message);
  });
}

describe('mutual TLS', () => {
  it.each([
    ['no certificate', null],
    ['a certificate of a foreign issuer', 'stranger'],
  ])('answers a client that has %s with a page', async (_what, client) => {
    await using sandbox = await openSandbox({ tls: TLS });
    const { status, location, body } = await postWith(client, sandbox.soapUrl);
    expect(status).toBe(302);
    expect(location).toContain('erro4033.html');
    expect(body).toContain('<html');
    expect(sandbox.control.log()).toEqual([]);
  });

  it.each([
    ['entity', ISSUER],
    ['person', '00000001R'],
  ])('reads the NIF of the presenter from the certificate of an %s', async (client, presenter) => {
    await using sandbox = await openSandbox({ tls: TLS });
    const { status, body } = await postWith(client, sandbox.soapUrl);
    expect(status).toBe(200);
    expect(textsOf(body, 'NIFPresentador')).toEqual([presenter]);
    expect(sandbox.control.log()[0]).toMatchObject({ presenter });
  });

  it('refuses another holder than the obligado if it is configured to', async () => {
    await using sandbox = await openSandbox({ tls: TLS, settings: { presenters: 'obligado' } });
    expect((await postWith('person', sandbox.soapUrl)).body).toContain('Codigo[4112].');
    expect(textsOf((await postWith('entity', sandbox.soapUrl)).body, 'EstadoEnvio')).toEqual(['Correcto']);
  });

  it.each(['siiUrls', 'censusUrl'] as const)('protects the other services, too: %s', async (name) => {
    await using sandbox = await openSandbox({ tls: TLS });
    const urls = name === 'siiUrls' ? Object.values(sandbox.siiUrls) : [sandbox.censusUrl];
    for (const url of urls) expect((await postWith(null, url)).body).toContain('<html');
    expect(sandbox.control.messages()).toEqual([]);
  });

  it('presents records of SII, which another holder may not if it is configured so', async () => {
    await using sandbox = await openSandbox({ tls: TLS });
    const { invoices } = sandbox.siiUrls;
    const { body } = await postWith('person', invoices, writeSupply([{}]));
    expect(textsOf(body, 'NIFPresentador')).toEqual(['00000001R']);
    expect(sandbox.control.book()[0]).toMatchObject({ presenter: '00000001R' });
    sandbox.control.change({ presenters: 'obligado' });
    expect((await postWith('person', invoices, writeSupply([{ number: 'B' }]))).body).toContain(
      'Codigo[4114].',
    );
    const own = await postWith('entity', invoices, writeSupply([{ number: 'B' }]));
    expect(textsOf(own.body, 'EstadoEnvio')).toEqual(['Correcto']);
  });

  it('is required only if there are issuers of client certificates', async () => {
    await using sandbox = await openSandbox({ tls: { cert: TLS.cert, key: TLS.key } });
    expect(sandbox.url).toMatch(/^https:/);
    expect((await postWith(null, sandbox.soapUrl)).status).toBe(200);
  });
});
