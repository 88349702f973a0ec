import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBatchBody } from '../support/invoices.ts';
import { openClient } from '../support/client.ts';
import { runCli } from '../support/run-cli.ts';
import { openStack, type TestStack } from '../support/stack.ts';

const [OWN, FOREIGN] = ['B12345674', 'A12345674'] as const;

describe('whom an organization may issue for, and how', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack();
    await stack.startWorker();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const org = async (...args: string[]) => {
    const { code, out, err } = await runCli('org', args, { DATABASE_URL: stack.database.url });
    if (code !== 0) throw new Error(err);
    return out;
  };

  it(
    'is bound by a command, told in the create response, and kept by the worker',
    { timeout: 120_000 },
    async () => {
      const before = await stack.client.create(buildBatchBody(1, 'BEFORE', () => ({ issuer_nif: FOREIGN })));
      await org('issuers', '1', '--only', OWN);
      await expect
        .poll(
          async () => {
            const id = await stack.client.create(
              buildBatchBody(1, crypto.randomUUID().slice(0, 8), () => ({ issuer_nif: 'a-12345674' })),
            );
            const [invoice] = await stack.client.invoices(id);
            return invoice!.processing_error;
          },
          { timeout: 10_000, interval: 500 },
        )
        .toBe(`Issuer NIF ${FOREIGN} is not one of those that this organization may issue for`);
      expect((await stack.client.ended(before)).status).toBe('processed');
      const own = await stack.client.create(buildBatchBody(2, 'OWN'));
      expect((await stack.client.ended(own)).status).toBe('processed');

      const created = await org('create', 'Gran Empresa SA', '--no-verifactu', 'sii');
      const apiKey = /org_live_\S+/.exec(created)![0];
      const outside = await openClient(`http://127.0.0.1:${stack.settings['PORT']}`, apiKey);
      const mixed = await outside.create(
        buildBatchBody(2, 'OUT', (index) => ({ issuer_nif: index === 0 ? OWN : 'G12345674' })),
      );
      expect((await outside.ended(mixed)).status).toBe('processed_with_errors');
      const [refused, issued] = await outside.invoices(mixed);
      expect(refused!.processing_error).toBe(
        `Issuer NIF ${OWN} has VeriFactu records in this installation: an organization without VeriFactu can't issue for it`,
      );
      expect(issued).toMatchObject({ processing_status: 'processed', verifactu_state: null });
      expect((await outside.request(`/batch_invoices/${issued!.id}/pdf`)).status).toBe(200);
      const listed = await org('list');
      expect(listed).toContain('for B12345674 only)');
      expect(listed).toContain('Gran Empresa SA  (1 batches, VeriFactu off: sii)');
    },
  );
});
