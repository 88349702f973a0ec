import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreateBatchAnswer } from '../../src/contracts/v2/batch-answers.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi } from '../support/api.ts';
import { issuingContext } from '../support/engine.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { issue, line, NOBODY, refer, validate } from './support/rectifying.ts';

let test: TestRemission;
beforeAll(async () => {
  test = await openTestRemission();
});
afterAll(() => test[Symbol.asyncDispose]());

const times = (count: number, invoice: InvoiceInput) => Array.from({ length: count }, () => invoice);
const rectify = (ids: readonly number[]): InvoiceInput => ({
  ...NOBODY,
  invoice_type: 'R5',
  rectification: { method: 'differences', reason: 'Rápel', invoices: refer(ids) },
  lines: line('1', '-1'),
});

describe('a batch that names ten thousand invoices', () => {
  it(
    'is issued within the time limit of statements, also while the database has no statistics',
    { timeout: 120_000 },
    async () => {
      const { ids } = await issue(test, 'M', ...times(1000, { ...NOBODY, lines: line('1') }));
      const { errors } = await issue(test, 'MR', ...times(10, rectify(ids)));
      expect(new Set(errors)).toEqual(new Set([null]));
    },
  );
});

describe('layers of R5', () => {
  it(
    'are issued up to a limit, and an R5 beyond it fails with its reason, by itself',
    { timeout: 60_000 },
    async () => {
      const width = 99;
      let { ids } = await issue(test, 'T', ...times(width, { ...NOBODY, lines: line('1') }));
      const [ticket] = ids as [number];
      for (const layer of [1, 2]) {
        const issued = await issue(test, `L${layer}`, ...times(width, rectify(ids)));
        expect(new Set(issued.errors)).toEqual(new Set([null]));
        ({ ids } = issued);
      }
      const beyond = [rectify(ids), rectify([ticket])];
      expect(await validate(test, 'V', ...beyond)).toContainEqual(
        '0 /rectification/invoices/0/issued_invoice_id too_many',
      );
      const { errors } = await issue(test, 'B', ...beyond);
      expect(errors).toEqual([expect.stringContaining('leads through R5 to more invoices'), null]);
    },
  );

  it('of one invoice each are followed for a hundred steps', async () => {
    const { ids } = await issue(test, 'C', { ...NOBODY, lines: line('1') });
    // Each names the one before by its number, so that one batch has all layers.
    const number = (layer: number) => (layer === 0 ? 'C-1' : `CL-${layer}`);
    const day = todayInMadrid(test.api.clock.now);
    const chain = Array.from({ length: 101 }, (_, layer): InvoiceInput => ({
      ...rectify(ids),
      rectification: {
        method: 'differences',
        reason: 'Rápel',
        invoices: [{ number_serie: number(layer), issue_date: day }],
      },
    }));
    const issued = await issue(test, 'CL', ...chain);
    expect(new Set(issued.errors)).toEqual(new Set([null]));
    expect((await issue(test, 'CN', rectify([issued.ids[98]!]))).errors).toEqual([null]);
    expect((await issue(test, 'CO', rectify([issued.ids[100]!]))).errors).toEqual([
      expect.stringContaining('leads through R5 to more invoices'),
    ]);
  });
});

describe('what an invoice names', () => {
  it('is read before the transaction that locks the chains', async () => {
    const { ids } = await issue(test, 'S', { ...NOBODY, lines: line('10') });
    const query = vi.spyOn(Client.prototype, 'query');
    try {
      await issue(test, 'SR', rectify(ids));
      const sent = query.mock.calls.map(([statement]) =>
        typeof statement === 'string' ? statement : (statement as { name?: string }).name,
      );
      const followed = sent.findIndex((name) => name?.includes('followRectifications'));
      expect(followed).toBeGreaterThan(-1);
      expect(followed).toBeLessThan(sent.indexOf('begin'));
    } finally {
      query.mockRestore();
    }
  });

  it('fails the invoice with its reason if it cannot be read in time, and the rest of its batch is issued', async () => {
    const { ids } = await issue(test, 'Q', ...times(2, { ...NOBODY, lines: line('10') }));
    const [slow] = (await issue(test, 'QR', rectify(ids))).ids as [number];
    await using hurried = await openTestApi({}, { beside: test.api });
    hurried.workers.pool.on('connect', (client) => void client.query('set statement_timeout = 1000'));
    const { api, organization } = test;
    await test.pool.query(
      `create policy slow on rectified_invoices as restrictive for select to engine_worker
       using (invoice_id <> ${slow} or pg_sleep(60)::text is not null)`,
    );
    try {
      const body = buildBatchV2('QS', rectify([slow]), {});
      const answer = await api.post(organization.token, body, { key: randomUUID(), version: 2 });
      const { id } = answer.json<CreateBatchAnswer>().data;
      const context = { ...issuingContext(api), pool: hurried.workers.pool };
      expect(await processBatch(context, id)).toMatchObject({ kind: 'issued', issued: 1, failed: 1 });
      expect(
        await test.read(
          'select processing_error as error from batch_invoices where batch_id = $1 order by id',
          [id],
        ),
      ).toEqual([{ error: expect.stringContaining('could not be processed in time') }, { error: null }]);
    } finally {
      await test.pool.query('drop policy slow on rectified_invoices');
    }
  });
});
