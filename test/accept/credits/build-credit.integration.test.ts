import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCredit } from '#src/accept/credits/build-credit.ts';
import type { InvoiceInput } from '#src/contracts/v2/invoice-input.ts';
import { todayInMadrid } from '#src/domain/reading/madrid-time.ts';
import { FULL_RULES } from '#src/domain/reading/request-rules.ts';
import type { TestOrganization } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';
import { openCorrecting, type TestCorrecting } from '../../api/support/open-correcting.ts';

let test: TestCorrecting;
beforeAll(async () => {
  test = await openCorrecting();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Issues invoices of 100.00 € and 21 % in one batch. @returns their ids. */
async function issue(
  { token }: TestOrganization,
  series: string,
  invoices: readonly InvoiceInput[],
): Promise<number[]> {
  const answer = await test.api.post(token, buildBatchV2(series, ...invoices), { version: 2 });
  const batchId = answer.json<{ data: { id: number } }>().data.id;
  const outcome = await issueInTurn(test.api, batchId);
  expect(outcome).toMatchObject({ kind: 'issued', issued: invoices.length });
  return invoices.map((_invoice, index) => batchId * 1000 + index);
}

const byTen = (id: number): InvoiceInput => ({
  invoice_type: 'R1',
  rectification: { method: 'differences', reason: 'Rappel', invoices: [{ issued_invoice_id: id }] },
  lines: [{ concept: 'Rappel', units: '-1', unit_price: '0.10', tax_rate: 21 }],
});
const several = (id: number, count: number) => Array.from({ length: count }, () => byTen(id));

const build = (organization: TestOrganization, id: number, amount: string) =>
  buildCredit(test.api.ingress.pool, {
    organizationId: organization.id,
    id,
    request: { reason: 'Devolución', number_serie: `R-${id}`, lines: [{ line: 1, amount }] },
    requestSha256: Buffer.alloc(32),
    context: {
      rules: FULL_RULES,
      organizationName: 'Prueba SL',
      issuerNifs: null,
      isMigrating: false,
      today: todayInMadrid(test.api.clock.now),
      inexactNumbers: new Set(),
    },
  });

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.filter(([statement]) => (statement as unknown) !== 'select').length;
  } finally {
    query.mockRestore();
  }
}

describe('what was rectified of an invoice without a credit', () => {
  it('is read by as many statements for 1 rectification as for 70, and counts in full', async () => {
    const { organization } = test;
    const [one, many] = await issue(organization, 'O', [{}, {}]);
    await issue(organization, 'ONE', several(one!, 1));
    await issue(organization, 'MANY', several(many!, 70));
    const forOne = await countStatements(() => build(organization, one!, '99.90'));
    const forMany = await countStatements(() => build(organization, many!, '93.00'));
    expect(forMany).toBe(forOne);
    await expect(build(organization, many!, '93.01')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is too much from 101 rectifications on, of which annulled ones do not count', async () => {
    const { organization } = test;
    const [id] = await issue(organization, 'P', [{}]);
    const [first] = await issue(organization, 'TOO-MANY', several(id!, 101));
    await expect(build(organization, id!, '1.00')).rejects.toThrow(/100/);
    await test.send();
    const answer = await test.order('annul', first!, { reason: 'Por error' }, organization.token, 2);
    expect(answer.statusCode).toBe(202);
    await build(organization, id!, '90.00');
    await expect(build(organization, id!, '90.01')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
