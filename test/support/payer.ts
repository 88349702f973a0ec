import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PaymentView } from '../../src/contracts/v2/payments.ts';
import { type AskV2, openAskV2 } from './ask-v2.ts';
import { issueBatchV2 } from './engine.ts';
import { buildInvoiceV2 } from './invoices-v2.ts';
import type { TestSii } from './sii.ts';

/** Issues invoices in SII under the cash accounting scheme and records their payments. */
export type Payer = {
  readonly ask: AskV2;
  /** Issues invoices of 121.00. @returns their ids. */
  issue(count: number, regime?: string): Promise<number[]>;
  /** Pays an invoice today. */
  pay(invoiceId: number, changes?: object): Promise<PaymentView>;
};

/** Opens the client of the test's organization. */
export function openPayer(test: TestSii): Payer {
  const ask = openAskV2(test.api, test.organization.token);
  return {
    ask,
    async issue(count, regime = '07') {
      const lines = [{ concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21, tax_regime: regime }];
      const series = randomUUID().slice(0, 6);
      const invoices = Array.from({ length: count }, (_none, index) =>
        buildInvoiceV2({ number_serie: `${series}-${index}`, lines }),
      );
      const batchId = await issueBatchV2(test.api, test.organization, { invoice_batch: { invoices } });
      return invoices.map((_each, index) => batchId * 1000 + index);
    },
    async pay(invoiceId, changes = {}) {
      const date = test.api.clock.now.toISOString().slice(0, 10);
      const payment = { date, amount: '121.00', means: 'bank_transfer', ...changes };
      const answer = await ask('POST', `/invoices/${invoiceId}/payments`, payment);
      expect(answer.statusCode).toBe(201);
      return answer.json<{ data: PaymentView }>().data;
    },
  };
}
