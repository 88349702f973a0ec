import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { FaultRequest } from '../../src/faults/fault.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import { textsOf } from '../support/sandbox.ts';
import { openSii, postSii, siiLinesOf } from './support/sii-sandbox.ts';
import { writeSupply } from './support/write-sii.ts';

const THREE = writeSupply([{}, {}, {}]);

type Result = { readonly status: number; readonly text: string; readonly error: string | null };

async function meet(
  sandbox: AeatSandbox,
  fault: Omit<FaultRequest, 'service'>,
  message = THREE,
): Promise<Result> {
  sandbox.control.addFaults({ count: 1, ...fault, service: 'sii' });
  try {
    const { status, text } = await postSii(sandbox, message);
    return { status, text, error: null };
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    return { status: 0, text: '', error: cause?.code ?? (error as Error).message };
  }
}

const numbersOf = (xml: string) => textsOf(xml, 'NumSerieFacturaEmisor');

describe('a fault of SII on demand', () => {
  it.each(['before', 'after'] as const)('loses the answer %s the records are registered', async (when) => {
    await using sandbox = await openSii();
    const { error } = await meet(sandbox, { kind: 'timeout', when, milliseconds: 20 });
    expect(error).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    expect(sandbox.control.book()).toHaveLength(when === 'after' ? 3 : 0);
    const again = (await postSii(sandbox, THREE)).text;
    expect(siiLinesOf(again)).toEqual(
      Array.from({ length: 3 }, () => (when === 'after' ? 'Incorrecto 3000' : 'Correcto')),
    );
    const messages = await eventually(() => {
      const all = sandbox.control.messages();
      return all.every(({ end }) => end) ? all : null;
    });
    expect(messages).toMatchObject([
      { injected: 'timeout', end: { delivered: false } },
      { injected: null, end: { delivered: true } },
    ]);
    // What AEAT answered is known even if the client never read it.
    const answer = sandbox.control.rawMessage(1)?.answer;
    expect(answer === null ? null : siiLinesOf(answer ?? '')).toEqual(
      when === 'after' ? ['Correcto', 'Correcto', 'Correcto'] : null,
    );
  });

  it('answers with something that is no answer', async () => {
    await using sandbox = await openSii();
    expect(await meet(sandbox, { kind: 'http-status' })).toMatchObject({ status: 503 });
    expect((await meet(sandbox, { kind: 'html' })).text).toContain('<!DOCTYPE html>');
    expect(await meet(sandbox, { kind: 'redirect' })).toMatchObject({ status: 302 });
    expect(await meet(sandbox, { kind: 'reset' })).toMatchObject({ error: expect.any(String) as string });
    expect((await meet(sandbox, { kind: 'soap-fault' })).text).toContain(
      '<faultcode>env:Server</faultcode><faultstring>Error interno</faultstring>',
    );
    const technical = await meet(sandbox, { kind: 'soap-fault', code: 3501, status: 500 });
    expect(technical.status).toBe(500);
    expect(technical.text).toContain(
      '<faultcode>env:Server</faultcode><faultstring>Codigo[3501].Error técnico',
    );
    expect(sandbox.control.book()).toEqual([]);
  });

  it('changes the answer to records that are registered', async () => {
    await using sandbox = await openSii();
    const spoil = async (fault: Omit<FaultRequest, 'service'>) => {
      sandbox.control.reset();
      const result = await meet(sandbox, fault);
      expect(sandbox.control.book()).toHaveLength(3);
      return result;
    };
    const truncated = await spoil({ kind: 'truncated' });
    expect(() => parseXml(truncated.text)).toThrow('4103');
    expect((await spoil({ kind: 'truncated', abrupt: true })).error).toMatch(/terminated|UND_ERR_SOCKET/);
    const illFormed = await spoil({ kind: 'ill-formed' });
    expect(() => parseXml(illFormed.text)).toThrow('102');
    expect((await spoil({ kind: 'wrong-namespace' })).text).toContain('/ssiiV9.9/');
    expect(numbersOf((await spoil({ kind: 'partial' })).text)).toEqual(['A/1', 'A/2']);
    const shuffled = await spoil({ kind: 'shuffled', seed: 3 });
    expect(numbersOf(shuffled.text)).not.toEqual(['A/1', 'A/2', 'A/3']);
    expect(numbersOf(shuffled.text).toSorted()).toEqual(['A/1', 'A/2', 'A/3']);
    // Bytes of ISO 8859-1 in an answer that declares UTF-8.
    expect((await spoil({ kind: 'wrong-encoding' })).text).toContain('\uFFFD');
    expect((await spoil({ kind: 'slow', milliseconds: 30 })).text).toContain('EstadoEnvio');
  });

  it('exchanges the answers of two messages that are open at once', async () => {
    await using sandbox = await openSii();
    sandbox.control.addFaults({ service: 'sii', kind: 'swapped', count: 2, milliseconds: 60_000 });
    const [one, other] = await Promise.all(
      ['X', 'Y'].map(async (number) => numbersOf((await postSii(sandbox, writeSupply([{ number }]))).text)),
    );
    expect([one, other]).toEqual([['Y'], ['X']]);
    // An answer that no other one comes for is the right one.
    const { text } = await meet(
      sandbox,
      { kind: 'swapped', milliseconds: 10 },
      writeSupply([{ number: 'Z' }]),
    );
    expect(numbersOf(text)).toEqual(['Z']);
  });

  it('refuses records, or accepts them with errors', async () => {
    await using sandbox = await openSii();
    const refused = await meet(sandbox, { kind: 'record-error', records: 1 });
    expect(siiLinesOf(refused.text)).toEqual(['Correcto', 'Correcto', 'Incorrecto 1117']);
    sandbox.control.reset();
    const accepted = await meet(sandbox, { kind: 'record-error', code: 2011 });
    expect(new Set(siiLinesOf(accepted.text))).toEqual(new Set(['AceptadoConErrores 2011']));
    expect(textsOf(accepted.text, 'EstadoEnvio')).toEqual(['ParcialmenteCorrecto']);
    expect(sandbox.control.book().map(({ status }) => status)).toEqual(Array(3).fill('AceptadaConErrores'));
  });

  it('applies to messages of SII only, and to queries if it says so', async () => {
    await using sandbox = await openSii();
    sandbox.control.addFaults(
      { kind: 'html' },
      { service: 'census', kind: 'html' },
      { service: 'sii', operation: 'consulta', kind: 'html' },
    );
    expect(siiLinesOf((await postSii(sandbox, THREE)).text)).toHaveLength(3);
  });

  it('limits the messages that are open at once', async () => {
    await using sandbox = await openSii({ settings: { parallelMessages: 2 } });
    sandbox.control.addFaults({ service: 'sii', kind: 'swapped', count: 2, milliseconds: 60_000 });
    const held = postSii(sandbox, writeSupply([{ number: 'X' }]));
    await eventually(() => sandbox.control.messages()[0]);
    sandbox.control.change({ parallelMessages: 1 });
    expect((await postSii(sandbox, THREE)).status).toBe(503);
    sandbox.control.change({ parallelMessages: 2 });
    expect((await postSii(sandbox, writeSupply([{ number: 'Y' }]))).status).toBe(200);
    expect((await held).status).toBe(200);
    sandbox.control.change({ parallelMessages: 1 });
    await eventually(() => sandbox.control.messages().every(({ end }) => end !== null));
    expect((await postSii(sandbox, THREE)).status).toBe(200);
  });
});
