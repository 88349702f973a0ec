import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import { DAY, NOW, SELLER, writeInvoice } from './support/write-invoice.ts';
import { openSii, supply } from '../sii/support/sii-sandbox.ts';

const CODE = { nif: SELLER, number: 'F-1', date: DAY };

describe('the journal of the SPFE', () => {
  let stateDirectory: string;
  beforeEach(() => {
    stateDirectory = mkdtempSync(path.join(tmpdir(), 'aeat-sandbox-'));
  });
  afterEach(() => rmSync(stateDirectory, { recursive: true }));

  const stateOf = ({ control }: AeatSandbox) => ({
    book: control.spfeBook(),
    sii: control.book(),
    messages: control.messages(),
    raw: control.messages().map(({ sequence }) => control.rawMessage(sequence)),
    invariants: control.spfeInvariants(),
  });

  it('preserves the book, the events and the messages beside those of SII over a restart', async () => {
    let before: unknown;
    {
      await using sandbox = await openSpfe({ stateDirectory });
      await submit(sandbox, [{}, { number: 'F-2', isCopy: true }, { number: 'F-3', buyer: '1' }]);
      await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'SETTLEMENT' }]);
      await tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE', number: 'F-2' }]);
      sandbox.control.addSpfeEvents([
        { ...CODE, name: 'REJECTION', effectiveDate: DAY, conditionCode: '01' },
        { ...CODE, name: 'CANCELREJECTION', at: '2027-12-02T09:00:00Z' },
      ]);
      await supply(sandbox, [{}]);
      await eventually(() => sandbox.control.messages().every(({ end }) => end !== null));
      before = stateOf(sandbox);
    }
    await using sandbox = await openSpfe({ stateDirectory });
    expect(stateOf(sandbox)).toEqual(before);
    expect(sandbox.control.spfeDocument(CODE)).toBe(writeInvoice());
    expect(sandbox.control.spfeBook().map(({ since }) => since.length)).toEqual([2, 1]);
    expect(verdictsOf(await submit(sandbox, [{}]))).toEqual(['F-1 06']);
    expect(sandbox.control.messages().at(-1)?.sequence).toBe(5);
    sandbox.control.reset();
    expect([sandbox.control.spfeBook(), sandbox.control.messages()]).toEqual([[], []]);
  });

  it('shows the events whose time has come after a restart, and is empty after a reset', async () => {
    {
      await using sandbox = await openSpfe({ stateDirectory });
      await submit(sandbox, [{}]);
      sandbox.control.addSpfeEvents([{ ...CODE, name: 'CANCELPAYMENT', at: '2027-12-02T09:00:00Z' }]);
    }
    {
      await using sandbox = await openSpfe({ stateDirectory, now: () => NOW + 3 * 86_400_000 });
      expect(sandbox.control.spfeBook()[0]!.since).toMatchObject([{ event: { name: 'CANCELPAYMENT' } }]);
      sandbox.control.reset();
    }
    await using sandbox = await openSii({ stateDirectory });
    expect(sandbox.control.spfeBook()).toEqual([]);
  });

  it('is shown by the control endpoint with the documents as they were sent', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}, { number: 'F-2' }]);
    const get = async (route: string): Promise<unknown> =>
      (await fetch(`${sandbox.url}/control/spfe/${route}`)).json();
    expect(await get(`book?nif=${SELLER}&after=1`)).toMatchObject([
      { order: 2, code: { number: 'F-2' }, status: 'admitted', admission: { isCopy: false }, since: [] },
    ]);
    expect(await get('book?nif=A12345674')).toEqual([]);
    expect(await get(`document?nif=${SELLER}&number=F-1&date=${DAY}`)).toMatchObject({
      document: writeInvoice(),
      isCopy: false,
    });
    expect(await get('document?nif=x')).toEqual({ error: 'there is no such invoice' });
    expect(await get('invariants')).toMatchObject({ ok: true, documents: 2, withdrawn: 0 });
  });
});
