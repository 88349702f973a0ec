import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import type { FaultRequest } from '../../packages/aeat-sandbox/src/faults/fault.ts';
import { parseXml } from '../../packages/aeat-sandbox/src/xml/parse-xml.ts';
import { eventually } from '../support/eventually.ts';
import { ISSUER } from './support/records.ts';
import { chainOf, linesOf, openSandbox, post, send, textsOf, type Reply } from './support/sandbox.ts';
import { writeConsulta } from './support/write-message.ts';

const RECORDS = chainOf([{}, {}, {}]);

async function meet(sandbox: AeatSandbox, fault: FaultRequest): Promise<Reply | string> {
  sandbox.control.addFaults(fault);
  try {
    return await send(sandbox, RECORDS);
  } catch (error) {
    return ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).message;
  }
}

async function askControl(sandbox: AeatSandbox, method: string, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.url}/control${path}`, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a fault on demand', () => {
  it.each(['before', 'after'] as const)(
    'leaves a message without an answer, %s it is registered',
    async (when) => {
      await using sandbox = await openSandbox();
      expect(await meet(sandbox, { kind: 'timeout', when, milliseconds: 50, count: 1 })).toMatch(
        /UND_ERR_SOCKET|ECONNRESET/,
      );
      expect(sandbox.control.records()).toHaveLength(when === 'after' ? 3 : 0);
      const again = await send(sandbox, RECORDS);
      expect(linesOf(again.text)).toEqual(
        Array.from({ length: 3 }, () => (when === 'after' ? 'Incorrecto 3000' : 'Correcto')),
      );
      expect(sandbox.control.gaps()).toMatchObject({
        ok: true,
        chains: [{ records: 3, stored: 3, repeats: 3 }],
      });
    },
  );

  it.each(['before', 'after'] as const)('breaks the connection, %s a message is registered', async (when) => {
    await using sandbox = await openSandbox();
    expect(await meet(sandbox, { kind: 'reset', when })).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    expect(sandbox.control.records()).toHaveLength(when === 'after' ? 3 : 0);
    const log = await eventually(
      () => sandbox.control.log().every(({ answer }) => answer) && sandbox.control.log(),
    );
    expect(log).toMatchObject([{ injected: 'reset', answer: { delivered: false, waitSeconds: null } }]);
  });

  it.each([500, 502, 503])('answers with status %i', async (status) => {
    await using sandbox = await openSandbox();
    const reply = await meet(sandbox, { kind: 'http-status', status });
    expect(reply).toMatchObject({ status });
    expect((reply as Reply).headers.get('content-type')).toContain('text/html');
    expect(sandbox.control.records()).toEqual([]);
  });

  it('answers with a page or a redirect', async () => {
    await using sandbox = await openSandbox();
    expect(await meet(sandbox, { kind: 'html', count: 1 })).toMatchObject({
      status: 200,
      text: expect.stringContaining('<html') as string,
    });
    const redirect = (await meet(sandbox, { kind: 'redirect' })) as Reply;
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('erro4033.html'),
    ]);
  });

  it.each([
    [undefined, 'env:Server', 'Codigo[20009].Error interno en el servidor'],
    [3501, 'env:Server', 'Codigo[3501].Error técnico de base de datos.'],
    [
      4112,
      'env:Client',
      'Codigo[4112].El titular del certificado debe ser Obligado Emisión, Colaborador Social, Apoderado o Sucesor.',
    ],
  ])('answers with SOAP Fault %s from %s', async (code, faultcode, faultstring) => {
    await using sandbox = await openSandbox();
    const { text } = (await meet(sandbox, { kind: 'soap-fault', ...(code ? { code } : {}) })) as Reply;
    expect([textsOf(text, 'faultcode'), textsOf(text, 'faultstring')]).toEqual([[faultcode], [faultstring]]);
  });

  it.each([200, 500])('answers with SOAP Faults with the requested HTTP status %i', async (status) => {
    await using sandbox = await openSandbox({ settings: { faultStatus: status } });
    expect(await meet(sandbox, { kind: 'soap-fault', count: 1 })).toMatchObject({ status });
    expect((await post(sandbox.soapUrl, 'hello')).status).toBe(status);
    expect((await fetch(sandbox.soapUrl)).status).toBe(status);
    await askControl(sandbox, 'POST', '/settings', { faultStatus: 502 });
    expect((await post(sandbox.soapUrl, 'hello')).status).toBe(502);
    await askControl(sandbox, 'POST', '/reset');
    expect((await post(sandbox.soapUrl, 'hello')).status).toBe(status);
  });

  it('changes the answer to a registered message', async () => {
    await using sandbox = await openSandbox();
    const spoil = async (fault: FaultRequest) => {
      sandbox.control.reset();
      const reply = await meet(sandbox, fault);
      expect(sandbox.control.records()).toHaveLength(3);
      return reply as Reply;
    };
    const truncated = await spoil({ kind: 'truncated' });
    expect(() => parseXml(truncated.text)).toThrow('4103');
    expect(await spoil({ kind: 'truncated', abrupt: true })).toMatch(/terminated|UND_ERR_SOCKET/);
    const illFormed = await spoil({ kind: 'ill-formed' });
    expect(() => parseXml(illFormed.text)).toThrow('102');
    expect(linesOf(illFormed.text)).toEqual(['Correcto', 'Correcto', 'Correcto']);
    expect((await spoil({ kind: 'wrong-namespace' })).text).toContain('/tikeV9.9/');
    expect(linesOf((await spoil({ kind: 'partial', records: 2 })).text)).toEqual(['Correcto']);
    expect((await spoil({ kind: 'empty-wait' })).text).toContain(
      '<tikR:TiempoEsperaEnvio></tikR:TiempoEsperaEnvio>',
    );
    expect(textsOf((await spoil({ kind: 'raised-wait', seconds: 321 })).text, 'TiempoEsperaEnvio')).toEqual([
      '321',
    ]);
    const huge = await spoil({ kind: 'huge', bytes: 3_000_000 });
    expect(huge.text.length).toBeGreaterThan(3_000_000);
    expect(textsOf(huge.text, 'EstadoEnvio')).toEqual(['Correcto']);
  });

  it('delays an answer', async () => {
    await using sandbox = await openSandbox();
    const started = performance.now();
    const reply = (await meet(sandbox, { kind: 'slow', milliseconds: 120 })) as Reply;
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
    expect(textsOf(reply.text, 'EstadoEnvio')).toEqual(['Correcto']);
  });

  it('rejects records with a requested code, known or not, and stores the others', async () => {
    await using sandbox = await openSandbox();
    const { text } = (await meet(sandbox, {
      kind: 'record-error',
      code: 9999,
      records: 1,
      count: 1,
    })) as Reply;
    expect(linesOf(text)).toEqual(['Correcto', 'Correcto', 'Incorrecto 9999']);
    expect(linesOf((await send(sandbox, RECORDS.slice(2))).text)).toEqual(['Correcto']);
  });

  it('affects the requested number of messages of the requested obligado', async () => {
    await using sandbox = await openSandbox();
    sandbox.control.addFaults(
      { kind: 'html', count: 2, nif: ISSUER },
      { kind: 'http-status', nif: 'A12345674' },
    );
    const statuses: string[] = [];
    for (const _ of [1, 2, 3]) statuses.push((await send(sandbox, RECORDS)).text.slice(0, 9));
    expect(statuses).toEqual(['<!DOCTYPE', '<!DOCTYPE', '<?xml ver']);
  });

  it('affects queries only if requested', async () => {
    await using sandbox = await openSandbox();
    const query = writeConsulta({ nif: ISSUER, period: '11-2026' });
    sandbox.control.addFaults({ kind: 'http-status' });
    expect((await post(sandbox.soapUrl, query)).status).toBe(200);
    sandbox.control.addFaults({ kind: 'http-status', operation: 'consulta' });
    expect((await post(sandbox.soapUrl, query)).status).toBe(503);
  });

  it('occurs at random, repeatably with the same seed', async () => {
    const rolls = await Promise.all(
      [7, 7, 8].map(async (seed) => {
        await using sandbox = await openSandbox();
        sandbox.control.addFaults({ kind: 'http-status', probability: 0.5, seed });
        const statuses: number[] = [];
        for (let index = 0; index < 24; index += 1) statuses.push((await send(sandbox, RECORDS)).status);
        return statuses.join();
      }),
    );
    expect(rolls[0]).toBe(rolls[1]);
    expect(rolls[0]).not.toBe(rolls[2]);
    expect(new Set(rolls[0]?.split(','))).toEqual(new Set(['200', '503']));
  });
});

describe('the control endpoint', () => {
  it('adds, lists and clears faults', async () => {
    await using sandbox = await openSandbox();
    const added = await askControl(sandbox, 'POST', '/faults', [
      { kind: 'html', count: 1 },
      { kind: 'slow', milliseconds: 1 },
    ]);
    expect(added).toMatchObject({
      status: 200,
      body: [
        { id: 1, kind: 'html', met: 0 },
        { id: 2, kind: 'slow' },
      ],
    });
    await send(sandbox, RECORDS);
    expect((await askControl(sandbox, 'GET', '/faults')).body).toMatchObject([
      { id: 1, met: 1 },
      { id: 2, met: 0 },
    ]);
    await askControl(sandbox, 'DELETE', '/faults');
    expect((await askControl(sandbox, 'GET', '/faults')).body).toEqual([]);
  });

  it.each([
    ['/faults', { kind: 'earthquake' }],
    ['/faults', { kind: 'html', often: true }],
    ['/faults', { kind: 'html', probability: 2 }],
    ['/settings', { waitSeconds: -1 }],
    ['/settings', { waitSecond: 1 }],
    ['/census', { unknown: 'B12345674' }],
  ])('names the invalid member in %s', async (path, body) => {
    await using sandbox = await openSandbox();
    const answer = await askControl(sandbox, 'POST', path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
  });

  it('shows, changes and resets the settings', async () => {
    await using sandbox = await openSandbox({ settings: { waitSeconds: 5 } });
    await askControl(sandbox, 'POST', '/settings', { waitSeconds: 7 });
    expect((await askControl(sandbox, 'GET', '')).body).toMatchObject({
      settings: { waitSeconds: 7, pageSize: 10_000 },
      records: 0,
    });
    await send(sandbox, RECORDS);
    await askControl(sandbox, 'POST', '/reset');
    expect((await askControl(sandbox, 'GET', '')).body).toMatchObject({
      settings: { waitSeconds: 5 },
      envelopes: 0,
      records: 0,
    });
    expect(linesOf((await send(sandbox, RECORDS)).text)).toEqual(['Correcto', 'Correcto', 'Correcto']);
  });

  it('changes the census', async () => {
    await using sandbox = await openSandbox();
    await askControl(sandbox, 'POST', '/census', { unknown: ['12345678Z'] });
    expect(linesOf((await send(sandbox, chainOf([{}]))).text)).toEqual(['AceptadoConErrores 2001']);
  });

  it('pages through the log and the records', async () => {
    await using sandbox = await openSandbox();
    for (const record of RECORDS) await send(sandbox, [record]);
    expect((await askControl(sandbox, 'GET', '/records?after=1&limit=1')).body).toMatchObject([
      {
        order: 2,
        envelope: 2,
        kind: 'Alta',
        id: { number: 'A/2' },
        huella: RECORDS[1]?.huella,
        state: 'Correcto',
      },
    ]);
    expect((await askControl(sandbox, 'GET', '/log?after=2')).body).toMatchObject([
      {
        sequence: 3,
        operation: 'RegFactuSistemaFacturacion',
        obligado: ISSUER,
        records: [{ huella: RECORDS[2]?.huella, state: 'Correcto', order: 3 }],
      },
    ]);
  });

  it('has no other routes', async () => {
    await using sandbox = await openSandbox();
    expect((await askControl(sandbox, 'GET', '/nothing')).status).toBe(404);
    expect((await askControl(sandbox, 'PUT', '/reset')).status).toBe(404);
  });
});
