import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationAnswer } from '../../src/contracts/answers.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { runCli } from '../support/run-cli.ts';
import { openStack, type TestStack } from '../support/stack.ts';

describe('corrections by the API', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack();
    await stack.startWorker();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const run = async (program: string, ...args: string[]) => {
    const { code, out, err } = await runCli(program, args, { DATABASE_URL: stack.database.url });
    if (code !== 0) throw new Error(err);
    return out;
  };
  const correct = (wish: 'annul' | 'resend', id: number, reason: string) =>
    stack.client.request(`/batch_invoices/${id}/${wish}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
    });
  /** Waits until the last record is answered. @returns the kinds and states of all. */
  const answered = (id: number, records: number) =>
    eventually(
      async () => {
        const answer = await stack.client.request(`/batch_invoices/${id}/registration`);
        if (answer.status !== 200) return null;
        const { data } = (await answer.json()) as RegistrationAnswer;
        const isOver = data.records.length === records && data.records.at(-1)!.state !== 'remission';
        return isOver ? data.records.map(({ kind, state }) => `${kind} ${state}`) : null;
      },
      { within: 30_000, what: `the answer to record ${records} of invoice ${id}` },
    );
  const readPage = async (id: number) => {
    const answer = await stack.client.request(`/batch_invoices/${id}/pdf`);
    const page = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    return (await extractText(page, { mergePages: true })).text;
  };

  it(
    'go to AEAT at once, through real processes, and the page of an annulled invoice says so',
    { timeout: 120_000 },
    async () => {
      stack.aeat.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
      const id = (await stack.client.create(buildBatchBody(1, 'FIX'))) * 1000;
      expect(await answered(id, 1)).toEqual(['alta rejected']);

      const forbidden = await correct('resend', id, 'Censo corregido');
      expect([forbidden.status, await forbidden.json()]).toMatchObject([
        403,
        { error: { code: 'forbidden' } },
      ]);
      await run('org', 'rights', '1', '--rights', 'submit,read,correct');
      const resent = await eventually(async () => {
        const answer = await correct('resend', id, 'Censo corregido');
        return answer.status === 403 ? null : answer;
      });
      expect(resent.status).toBe(202);
      expect(await answered(id, 2)).toEqual(['alta rejected', 'alta accepted']);
      expect(await readPage(id)).not.toContain('FACTURA ANULADA');

      expect((await correct('annul', id, 'Emitida dos veces')).status).toBe(202);
      expect(await answered(id, 3)).toEqual(['alta rejected', 'alta accepted', 'anulacion accepted']);
      await eventually(async () => (await readPage(id)).includes('FACTURA ANULADA') || null, {
        within: 20_000,
        what: 'the page of the annulled invoice',
      });
      const acts = await run('audit', '--act', 'invoice.annul');
      expect(acts).toContain(`invoice.annul ${id}  organization 1  by key:1: Emitida dos veces`);
      expect(stack.aeat.control.gaps()).toMatchObject({ ok: true });
    },
  );
});
