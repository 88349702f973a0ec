import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { FaultRequest } from '../../src/faults/fault.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import type { SpfeServiceName } from '../../src/spfe/wire/service-actions.ts';
import { textsOf } from '../support/sandbox.ts';
import { call, openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import { BUYER, NOW, writeInvoice } from './support/write-invoice.ts';

const THREE = ['F-1', 'F-2', 'F-3'].map((number) => ({ number }));
const PARTS = THREE.map(writeInvoice);

type Result = { status: number; text: string; type: string | null; error: string | null };
type Fault = Omit<FaultRequest, 'service'>;

async function send(
  sandbox: AeatSandbox,
  name: SpfeServiceName = 'SendInvoiceSOAP',
  parts = PARTS,
): Promise<Result> {
  try {
    const { status, headers, text } = await call(sandbox, name, { parts });
    return { status, text, type: headers.get('content-type'), error: null };
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    return { status: 0, text: '', type: null, error: cause?.code ?? (error as Error).message };
  }
}

function meet(sandbox: AeatSandbox, fault: Fault): Promise<Result> {
  sandbox.control.addFaults({ count: 1, ...fault, service: 'spfe' });
  return send(sandbox);
}

/** Returns what the book has after a fault, and what the next sending is answered. */
async function look(sandbox: AeatSandbox) {
  const booked = sandbox.control.spfeBook().length;
  return { booked, again: verdictsOf(await submit(sandbox, THREE)).map((verdict) => verdict.slice(4)) };
}
const [TAKEN, REFUSED] = [
  ['200', '200', '200'],
  ['06', '06', '06'],
];

describe('a fault of the SPFE on demand', () => {
  it.each([
    ['loses the answer', { kind: 'timeout', milliseconds: 20 }, 0],
    ['breaks the connection', { kind: 'reset' }, 0],
    ['is a page', { kind: 'html' }, 200],
    ['is 503', { kind: 'http-status' }, 503],
    ['is 403', { kind: 'http-status', status: 403 }, 403],
    ['is a redirection', { kind: 'redirect' }, 302],
    ['is an internal error', { kind: 'soap-fault' }, 500],
  ] as [string, Fault, number][])(
    '%s before or after the documents are booked',
    async (_what, fault, status) => {
      for (const when of ['before', 'after'] as const) {
        await using sandbox = await openSpfe();
        expect((await meet(sandbox, { ...fault, when })).status).toBe(status);
        const isBooked = when === 'after';
        expect(await look(sandbox)).toEqual({ booked: isBooked ? 3 : 0, again: isBooked ? REFUSED : TAKEN });
      }
    },
  );

  it('is a SOAP Fault of the stand-in: the certificate, or the representation for queries alone', async () => {
    await using sandbox = await openSpfe();
    expect(verdictsOf((await meet(sandbox, { kind: 'soap-fault' })).text)).toEqual(['SPFE-FAULT-00']);
    expect(verdictsOf((await meet(sandbox, { kind: 'soap-fault', code: 3 })).text)).toEqual([
      'SPFE-FAULT-03',
    ]);
    sandbox.control.addFaults({
      kind: 'soap-fault',
      code: 4,
      service: 'spfe',
      operation: 'consulta',
      nif: 'B12345674',
    });
    expect(verdictsOf(await submit(sandbox, [{}]))).toEqual(['F-1 200']);
    expect(verdictsOf(await tell(sandbox, 'GetInvoicesSOAP', [{}]))).toEqual(['SPFE-FAULT-04']);
    expect(verdictsOf(await tell(sandbox, 'GetInvoicesSOAP', [{}], BUYER))).toEqual(['F-1 200']);
  });

  it.each([
    ['partial', {}, ['F-1 200', 'F-2 200']],
    ['partial', { invoice: 'F-1' }, ['F-2 200', 'F-3 200']],
    ['reversed', {}, ['F-3 200', 'F-2 200', 'F-1 200']],
    ['exchanged', {}, ['F-2 200', 'F-1 200', 'F-3 200']],
    ['extra-line', {}, ['F-1 200', 'F-2 200', 'F-3 200', 'UNKNOWN 01']],
    ['repeated-line', { invoice: 'F-2' }, ['F-1 200', 'F-2 200', 'F-3 200', 'F-2 01']],
  ] as [Fault['kind'], Partial<Fault>, string[]][])(
    'changes the verdicts: %s %j',
    async (kind, options, verdicts) => {
      await using sandbox = await openSpfe();
      const { text } = await meet(sandbox, { kind, ...options });
      expect(verdictsOf(text)).toEqual(verdicts);
      expect(await look(sandbox)).toEqual({ booked: 3, again: REFUSED });
    },
  );

  it.each([
    ['partial', {}, ['F-1 200', 'F-2 200']],
    ['partial', { invoice: 'F-2' }, ['F-1 200', 'F-3 200']],
    ['reversed', {}, ['F-3 200', 'F-2 200', 'F-1 200']],
  ] as [Fault['kind'], Partial<Fault>, string[]][])(
    'changes the answers to queries: %s %j',
    async (kind, options, verdicts) => {
      await using sandbox = await openSpfe();
      await submit(sandbox, THREE);
      sandbox.control.addFaults({ kind, ...options, service: 'spfe', operation: 'consulta' });
      expect(verdictsOf(await tell(sandbox, 'GetInvoicesSOAP', THREE))).toEqual(verdicts);
      const numbers = verdicts.map((verdict) => verdict.slice(0, 3));
      const files = await tell(sandbox, 'DownloadInvoicesByIDSOAP', THREE);
      expect([...files.matchAll(/name="number">([^<]*)</g)].map(([, number]) => number)).toEqual(numbers);
    },
  );

  it('refuses documents by their number, or the last ones', async () => {
    await using sandbox = await openSpfe();
    const { text } = await meet(sandbox, { kind: 'record-error', code: 3, invoice: 'F-2' });
    expect(verdictsOf(text)).toEqual(['F-1 200', 'F-2 03', 'F-3 200']);
    expect(verdictsOf((await meet(sandbox, { kind: 'record-error', records: 1 })).text)).toEqual([
      'F-1 06',
      'F-2 200',
      'F-3 01',
    ]);
  });

  it('spoils the bytes of an answer to documents that are booked', async () => {
    const kinds: readonly Fault[] = [
      { kind: 'no-csv' },
      { kind: 'truncated' },
      { kind: 'truncated', abrupt: true },
      { kind: 'wrong-encoding' },
      { kind: 'wrong-content-type' },
      { kind: 'wrong-namespace' },
      { kind: 'ill-formed' },
      { kind: 'slow', milliseconds: 20 },
    ];
    const [noCsv, truncated, abrupt, encoding, type, namespace, illFormed, slow] = await Promise.all(
      kinds.map(async (fault) => {
        await using own = await openSpfe();
        const result = await meet(own, fault);
        expect(own.control.spfeBook()).toHaveLength(3);
        return result;
      }),
    );
    expect(textsOf(noCsv!.text, 'ID')[0]).toBe('');
    expect(truncated!.text).not.toContain('</DocumentStatus>');
    expect(abrupt!.error).not.toBe(null);
    expect(encoding!.text).toContain('\uFFFD');
    expect([type!.type, encoding!.type]).toEqual([
      'text/plain;charset=UTF-8',
      expect.stringMatching(/^multipart/),
    ]);
    expect(namespace!.text).toContain('urn:oasis:names:specification:ubl9:schema');
    expect(illFormed!.text).toMatch(/<DocumentStatus[^>]*><\?xml/);
    expect(verdictsOf(slow!.text)).toHaveLength(3);
  });

  it('exchanges the answers of two messages that are open at once', async () => {
    await using sandbox = await openSpfe();
    sandbox.control.addFaults({ kind: 'swapped', count: 2, service: 'spfe' });
    const [one, two] = await Promise.all([submit(sandbox, [{}]), submit(sandbox, [{ number: 'F-2' }])]);
    expect([verdictsOf(one), verdictsOf(two)]).toEqual([['F-2 200'], ['F-1 200']]);
  });

  it('lets queries look at the book as it was some seconds ago', async () => {
    let now = NOW;
    await using sandbox = await openSpfe({ now: () => now });
    await submit(sandbox, [{}]);
    sandbox.control.addFaults({ kind: 'stale', seconds: 30, service: 'spfe', operation: 'consulta' });
    const found = async () => verdictsOf(await tell(sandbox, 'GetInvoicesSOAP', [{}]));
    expect(await found()).toEqual(['F-1 04']);
    now += 30_000;
    expect(await found()).toEqual(['F-1 200']);
  });

  it('applies to one service, to the messages after the first, and with an invoice', async () => {
    await using sandbox = await openSpfe();
    const fault = { kind: 'http-status', service: 'spfe' } as const;
    sandbox.control.addFaults(
      { ...fault, operation: 'CancelInvoiceSOAP' },
      { ...fault, skip: 1, count: 1, invoice: 'F-*' },
    );
    expect((await send(sandbox, 'CancelInvoiceSOAP')).status).toBe(503);
    const statuses: number[] = [];
    for (const number of ['G-1', 'F-1', 'G-2', 'F-2', 'F-3'])
      statuses.push((await send(sandbox, 'SendInvoiceSOAP', [writeInvoice({ number })])).status);
    expect(statuses).toEqual([200, 200, 200, 503, 200]);
  });

  it('is a downtime from one time until another', async () => {
    let now = NOW;
    await using sandbox = await openSpfe({ now: () => now });
    const [from, until] = ['2027-12-01T08:00:00+01:00', '2027-12-02T09:00:00+01:00'];
    sandbox.control.addFaults({ kind: 'http-status', operation: 'any', service: 'spfe', from, until });
    const statuses: number[] = [];
    for (const time of [NOW, Date.parse(from), Date.parse(until) - 1, Date.parse(until)]) {
      now = time;
      statuses.push((await send(sandbox)).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
    const refused = await fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      body: JSON.stringify({ kind: 'html', from: 'noon' }),
    });
    expect(refused.status).toBe(400);
  });
});

describe('the invariants of the SPFE', () => {
  /** Waits until the log has the ends of all messages, and returns the kinds of the violations. */
  async function judge(sandbox: AeatSandbox): Promise<string[]> {
    await eventually(() => sandbox.control.messages().every(({ end }) => end !== null));
    return sandbox.control.spfeInvariants().violations.map(({ kind, code }) => `${kind} ${code.number}`);
  }
  const lose = (sandbox: AeatSandbox, when: 'before' | 'after') =>
    sandbox.control.addFaults({ kind: 'timeout', milliseconds: 1, when, count: 1, service: 'spfe' });
  const lost = async (sending: Promise<unknown>) => void (await sending.catch(() => null));

  it.each(['before', 'after'] as const)(
    'hold if a lost answer (%s) is asked for before the same is sent',
    async (when) => {
      await using sandbox = await openSpfe();
      lose(sandbox, when);
      await lost(submit(sandbox, [{}]));
      expect(await judge(sandbox)).toEqual([]);
      await tell(sandbox, 'GetInvoicesSOAP', [{}]);
      await submit(sandbox, [{}]);
      expect(await judge(sandbox)).toEqual([]);
      expect(sandbox.control.spfeInvariants()).toMatchObject({ ok: true, documents: 1, messages: 3 });
    },
  );

  it('name what is sent again without a query in between, and with other bytes', async () => {
    await using sandbox = await openSpfe();
    lose(sandbox, 'before');
    await lost(submit(sandbox, [{}, { number: 'F-2' }]));
    await eventually(() => sandbox.control.messages().every(({ end }) => end !== null));
    await submit(sandbox, [{}, { number: 'F-2', edits: [['Lámpara', 'Bombilla']] }, { number: 'F-3' }]);
    expect(await judge(sandbox)).toEqual(['resent-unconsulted F-1', 'resent-unconsulted F-2', 'altered F-2']);
  });

  it('name a query that was not answered, and what is sent again although it was taken', async () => {
    await using sandbox = await openSpfe();
    lose(sandbox, 'after');
    await lost(submit(sandbox, [{}]));
    sandbox.control.addFaults({ kind: 'truncated', operation: 'consulta', count: 1, service: 'spfe' });
    await tell(sandbox, 'GetInvoicesSOAP', [{}]);
    await submit(sandbox, [{}, { number: 'F-2' }]);
    expect(await judge(sandbox)).toEqual(['resent-unconsulted F-1']);
    await submit(sandbox, [{ number: 'F-2' }]);
    expect(await judge(sandbox)).toEqual(['resent-unconsulted F-1', 'resent-unconsulted F-2']);
  });

  it('allow a new version after a refusal, the original after its copy, and an event after its cancellation', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{ isCopy: true, edits: [['>380<', '>381<']] }]);
    await submit(sandbox, [{ isCopy: true }]);
    await tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE' }]);
    await submit(sandbox, [{}]);
    for (const name of ['SETTLEMENT', 'CANCELSETTLEMENT', 'SETTLEMENT'])
      await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name }]);
    sandbox.control.addFaults({ kind: 'soap-fault', code: 1, count: 1, service: 'spfe' });
    await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'DEFAULT' }]);
    await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'DEFAULT' }]);
    expect(await judge(sandbox)).toEqual([]);
    await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'DEFAULT' }]);
    expect(await judge(sandbox)).toEqual(['resent-unconsulted F-1']);
  });
});
