import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { chainOf, send } from '../support/sandbox.ts';
import { openSii, pay, postSii, siiLinesOf, supply, withdraw } from './support/sii-sandbox.ts';
import { idOf, writeSupply } from './support/write-sii.ts';

const CASH = { invoice: { ClaveRegimenEspecialOTrascendencia: '07' } };
const PAYMENT = { Fecha: '20-11-2026', Importe: '121.00', Medio: '01' };

describe('the journal of SII', () => {
  let stateDirectory: string;
  beforeEach(() => {
    stateDirectory = mkdtempSync(path.join(tmpdir(), 'aeat-sandbox-'));
  });
  afterEach(() => rmSync(stateDirectory, { recursive: true }));

  const stateOf = ({ control }: AeatSandbox) => ({
    book: control.book(),
    messages: control.messages(),
    raw: control.messages().map(({ sequence }) => control.rawMessage(sequence)),
  });

  it('preserves the book, the messages and their bytes over a restart', async () => {
    let before: unknown;
    {
      await using sandbox = await openSii({ stateDirectory });
      await supply(sandbox, [CASH, {}, { invoice: { TipoFactura: 'F5' } }]);
      await supply(sandbox, [CASH], 'A1');
      await pay(sandbox, [{ payments: [PAYMENT] }]);
      await withdraw(sandbox, [{ number: 'A/2' }]);
      await send(sandbox, chainOf([{}]));
      sandbox.control.match([{ id: idOf({}, 0), matching: { state: '5' } }]);
      await eventually(() => sandbox.control.messages().every(({ end }) => end !== null));
      before = stateOf(sandbox);
    }
    await using sandbox = await openSii({ stateDirectory });
    expect(stateOf(sandbox)).toEqual(before);
    expect(sandbox.control.records()).toHaveLength(1);
    expect(siiLinesOf(await supply(sandbox, [CASH, {}]))).toEqual(['Incorrecto 3000', 'Correcto']);
    expect(sandbox.control.messages().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });

  it('loses everything before a reset', async () => {
    {
      await using sandbox = await openSii({ stateDirectory });
      await supply(sandbox, [{}]);
      sandbox.control.reset();
      expect(sandbox.control.book()).toEqual([]);
      await supply(sandbox, [{ number: 'B' }]);
    }
    await using sandbox = await openSii({ stateDirectory });
    expect(sandbox.control.book().map(({ id }) => id.number)).toEqual(['B']);
    expect(sandbox.control.messages()).toHaveLength(1);
  });
});

describe('the control endpoint', () => {
  async function ask(sandbox: AeatSandbox, route: string, body?: unknown) {
    const response = await fetch(`${sandbox.url}/control${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  it('returns what was received and answered as it was', async () => {
    await using sandbox = await openSii();
    const message = writeSupply([{ invoice: { DescripcionOperacion: 'Peña & Gil' } }]);
    const { text } = await postSii(sandbox, message);
    expect(await ask(sandbox, '/message?sequence=1')).toEqual({
      status: 200,
      body: { request: message, answer: text },
    });
    expect(await ask(sandbox, '/message?sequence=2')).toMatchObject({ status: 400 });
    expect(await ask(sandbox, '/messages?service=sii')).toMatchObject({
      body: [
        {
          sequence: 1,
          operation: 'SuministroLRFacturasEmitidas',
          communication: 'A0',
          bytes: Buffer.byteLength(message),
          lines: [{ about: 'A/1 20-11-2026', state: 'Correcto', code: null }],
        },
      ],
    });
    expect((await ask(sandbox, '/messages?service=census')).body).toEqual([]);
    expect((await ask(sandbox, '/messages?after=1')).body).toEqual([]);
  });

  it('shows the book of a taxpayer and sets states of matching', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{}]);
    const { nif, number, date } = idOf({}, 0);
    const matching = { nif, number, date, state: '4', other: { SumBaseImponible: '90.00' } };
    expect(await ask(sandbox, '/matching', [matching, { ...matching, number: 'B' }])).toEqual({
      status: 200,
      body: { matched: 1 },
    });
    expect((await ask(sandbox, `/book?nif=${nif}`)).body).toMatchObject([
      {
        id: { number: 'A/1' },
        status: 'Correcta',
        matching: { state: '4', other: { SumBaseImponible: '90.00' } },
      },
    ]);
    expect((await ask(sandbox, '/book?nif=A12345674')).body).toEqual([]);
    expect(await ask(sandbox, '/matching', [{ ...matching, state: '9' }])).toMatchObject({ status: 400 });
  });
});
