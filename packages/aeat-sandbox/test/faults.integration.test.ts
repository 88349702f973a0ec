import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../src/open-aeat-sandbox.ts';
import type { FaultRequest } from '../src/faults/fault.ts';
import { parseXml } from '../src/xml/parse-xml.ts';
import { ISSUER } from './support/records.ts';
import { chainOf, linesOf, openSandbox, send, textsOf, type Reply } from './support/sandbox.ts';

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
});
