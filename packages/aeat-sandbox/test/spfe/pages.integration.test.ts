import { describe, expect, it } from 'vitest';
import { textsOf } from '../support/sandbox.ts';
import { call, openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import { BUYER, NOW, SELLER } from './support/write-invoice.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';

const DAY = { RegistrationStartDate: '2027-11-30', RegistrationEndDate: '2027-11-30' };

async function list(
  sandbox: AeatSandbox,
  changes: Readonly<Record<string, string>> = {},
  from = SELLER,
): Promise<{ verdicts: string[]; mark: string | undefined; key: string | undefined }> {
  const properties = { Role: 'supplier', ...DAY, ...changes };
  const { text } = await call(sandbox, 'GetRegisteredInvoiceSOAP', { from, properties });
  const [mark] = textsOf(text, 'StatusReasonCode');
  return { verdicts: verdictsOf(text), mark, key: textsOf(text, 'SequenceID')[0] };
}

describe('a list of the registered invoices', () => {
  it('has pages, whose key leads to the next one, also if something was registered since', async () => {
    await using sandbox = await openSpfe({ settings: { pageSize: 2 } });
    await submit(sandbox, [{}, { number: 'F-2' }, { number: 'F-3' }, { number: 'F-4' }]);
    await tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE', number: 'F-2' }]);
    const first = await list(sandbox);
    expect(first).toMatchObject({ verdicts: ['F-1 200', 'F-2 09'], mark: 'MORE' });
    await submit(sandbox, [{ number: 'F-5' }]);
    const second = await list(sandbox, { SequenceID: first.key! });
    expect(second).toMatchObject({ verdicts: ['F-3 200', 'F-4 200'], mark: 'MORE' });
    expect(await list(sandbox, { SequenceID: second.key! })).toEqual({
      verdicts: ['F-5 200'],
      mark: 'LAST',
      key: undefined,
    });
  });

  it('ends with the last full page, and an empty one has a reference without invoice', async () => {
    await using sandbox = await openSpfe({ settings: { pageSize: 2 } });
    expect(await list(sandbox)).toEqual({ verdicts: ['- 04'], mark: 'LAST', key: undefined });
    await submit(sandbox, [{}, { number: 'F-2' }]);
    expect(await list(sandbox)).toMatchObject({ verdicts: ['F-1 200', 'F-2 200'], mark: 'LAST' });
  });

  it('names the invoices that the sender issued or received, by the day of registration in Madrid', async () => {
    let now = NOW;
    await using sandbox = await openSpfe({ now: () => now });
    await submit(sandbox, [{}]);
    now = Date.parse('2027-11-30T23:30:00Z');
    await submit(sandbox, [{ number: 'F-2' }]);
    expect((await list(sandbox)).verdicts).toEqual(['F-1 200']);
    expect((await list(sandbox, { RegistrationEndDate: '2027-12-01' })).verdicts).toEqual([
      'F-1 200',
      'F-2 200',
    ]);
    expect((await list(sandbox, { Role: 'customer' })).verdicts).toEqual(['- 04']);
    expect((await list(sandbox, { Role: 'customer', InvoiceCompanyID: BUYER }, BUYER)).verdicts).toEqual([
      'F-1 200',
    ]);
  });

  it.each([
    [{ RegistrationEndDate: '2028-01-01' }, '05'],
    [{ RegistrationEndDate: '2027-11-29' }, '02'],
    [{ RegistrationStartDate: '' }, '02'],
    [{ Role: 'third' }, '02'],
    [{ SequenceID: 'x' }, '02'],
    [{ InvoiceCompanyID: BUYER }, '04'],
  ])('is refused for the filter %j with SPFE-FAULT-%s', async (changes, fault) => {
    await using sandbox = await openSpfe();
    expect((await list(sandbox, changes)).verdicts).toEqual([`SPFE-FAULT-${fault}`]);
  });
});
