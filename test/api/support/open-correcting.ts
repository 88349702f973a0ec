import type { CorrectionAction } from '../../../src/contracts/correction-input.ts';
import type { LightMyRequestResponse } from 'fastify';
import { type ApiVersion, KEY_RIGHTS } from '../../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';

export type TestCorrecting = TestRemission & {
  /** Sets the rights of the organization's keys. */
  readonly grant: (rights: string) => Promise<unknown>;
  readonly order: (
    action: CorrectionAction,
    invoice: number | string,
    body?: unknown,
    token?: string,
    version?: ApiVersion,
  ) => Promise<LightMyRequestResponse>;
  /**
   * Sends the pending records to the AEAT sandbox, and advances the clock past the time until the
   * next message.
   */
  readonly send: () => Promise<void>;
  /** Makes the AEAT sandbox reject the next record. */
  readonly refuseNext: () => void;
  /** Issues and sends an invoice. @returns its id. */
  readonly remitted: (series: string, changes?: (index: number) => InvoiceInput) => Promise<number>;
  readonly readActs: () => Promise<object[]>;
  readonly countRecords: () => Promise<number>;
};

/** Opens the API, the AEAT sandbox, and an organization whose key may correct invoices. */
export async function openCorrecting(): Promise<TestCorrecting> {
  const test = await openTestRemission();
  const { organization, pool } = test;
  const grant: TestCorrecting['grant'] = (rights) =>
    pool.query('update api_keys set rights = $2 where organization_id = $1', [organization.id, rights]);
  await grant(`{${KEY_RIGHTS.join(',')}}`);
  const send = async () => {
    await test.remit(await test.chainOf());
    test.pass(61);
  };
  return {
    ...test,
    grant,
    send,
    order: (action, invoice, body = { reason: 'Por error' }, token = organization.token, version = 1) =>
      test.api.inject({
        method: 'POST',
        url: `/api/v${version}/${version === 1 ? 'batch_invoices' : 'invoices'}/${invoice}/${action}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    refuseNext: () =>
      test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 }),
    async remitted(series, changes) {
      const batchId = await issueBatch(test.api, organization, 1, series, changes);
      await send();
      return batchId * 1000;
    },
    readActs: () =>
      test.read(
        `select act, operator, reason, organization_id::int as organization, subject_id::float8 as subject, details
         from operator_acts where act like 'invoice.%' order by id`,
      ),
    countRecords: async () =>
      (await test.read<{ n: number }>('select count(*)::int as n from registration_records'))[0]!.n,
  };
}
