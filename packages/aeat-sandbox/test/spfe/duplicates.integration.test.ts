import { describe, expect, it } from 'vitest';
import type { OfficeSettings } from '../../src/exchange/settings.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { codeOf, openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import { BUYER } from './support/write-invoice.ts';

type Step = 'copy' | 'original' | 'withdrawal';

async function perform(sandbox: AeatSandbox, step: Step): Promise<string> {
  const text =
    step === 'withdrawal'
      ? await tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE' }])
      : await submit(sandbox, [{ isCopy: step === 'copy' }]);
  return verdictsOf(text)[0]!.replace('F-1 ', '');
}

/** What each step is answered, in the order of the steps. */
const MATRIX: readonly [
  steps: readonly Step[],
  verdicts: string,
  afterWithdrawal?: OfficeSettings['spfeAfterWithdrawal'],
][] = [
  [['copy', 'copy'], '200 05'],
  [['copy', 'original'], '200 05'],
  [['original', 'copy'], '200 06'],
  [['original', 'original'], '200 06'],
  [['copy', 'withdrawal', 'original', 'copy'], '200 200 200 06'],
  [['copy', 'withdrawal', 'copy'], '200 200 200'],
  [['original', 'withdrawal', 'original', 'withdrawal'], '200 200 200 200'],
  [['original', 'withdrawal', 'copy'], '200 200 200'],
  [['copy', 'withdrawal', 'original'], '200 200 200', 'refuse'],
  [['copy', 'withdrawal', 'copy'], '200 200 09', 'refuse'],
  [['original', 'withdrawal', 'original'], '200 200 09', 'refuse'],
  [['original', 'withdrawal', 'copy'], '200 200 09', 'refuse'],
  [['withdrawal'], '04'],
  [['copy', 'withdrawal', 'withdrawal'], '200 200 09'],
];

describe('a unique code of the SPFE', () => {
  it.each(MATRIX)('meets %s with %s (after a withdrawal: %s)', async (steps, verdicts, after = 'accept') => {
    await using sandbox = await openSpfe({ settings: { spfeAfterWithdrawal: after } });
    const found: string[] = [];
    for (const step of steps) found.push(await perform(sandbox, step));
    expect(found.join(' ')).toBe(verdicts);
  });

  it('is a triple: the number, the date and the issuer each make another one', async () => {
    await using sandbox = await openSpfe();
    const text = await submit(sandbox, [{}, { number: 'F-2' }, { date: '2027-11-29' }]);
    expect(verdictsOf(text)).toEqual(['F-1 200', 'F-2 200', 'F-1 200']);
    expect(verdictsOf(await submit(sandbox, [{ seller: BUYER, buyer: 'B12345674' }], BUYER))).toEqual([
      'F-1 200',
    ]);
    expect(sandbox.control.spfeBook()).toHaveLength(4);
  });

  it('stands once in a message, otherwise all its documents are refused', async () => {
    await using sandbox = await openSpfe();
    const text = await submit(sandbox, [{}, { number: 'F-2' }, { isCopy: true }]);
    expect([codeOf(text), ...verdictsOf(text)]).toEqual(['206', 'F-1 12', 'F-2 200', 'F-1 12']);
  });

  it('is withdrawn by its issuer alone, and remains with a trace', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}, { number: 'F-2' }]);
    const by = (from?: string) => tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE' }], from);
    expect(verdictsOf(await by(BUYER))).toEqual(['F-1 07']);
    expect(verdictsOf(await by())).toEqual(['F-1 200']);
    expect(sandbox.control.spfeBook()).toMatchObject([{ status: 'withdrawn' }, { status: 'admitted' }]);
    expect(verdictsOf(await tell(sandbox, 'GetInvoicesSOAP', [{}, { number: 'F-2' }]))).toEqual([
      'F-1 09',
      'F-2 200',
    ]);
  });
});
