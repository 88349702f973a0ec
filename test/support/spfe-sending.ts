import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import type { SpfeMessageKind } from '../../src/contracts/spfe.ts';
import type { RemitContext } from '#src/remit/remit-records.ts';
import { advanceIssuer, type AdvanceResult, type SpfeContext } from '#src/remit/spfe/advance-issuer.ts';
import type { SpfeClaim } from '#src/remit/spfe/claim-request.ts';
import { openTransport } from '#src/remit/spfe/transport/open-transport.ts';
import { buildSpfeTiming } from '#src/remit/spfe/timing.ts';
import { writeVersions } from '#src/remit/spfe/write-versions.ts';
import { issueBatchV2 } from './engine.ts';
import { buildBatchV2 } from './invoices-v2.ts';
import { openTestRemission, type TestRemission } from './remission.ts';
import { putInSpfe, SPFE_ISSUER } from './spfe.ts';
import { failTest } from './fail-test.ts';

/** A delivery as its row shows it. */
export type DeliveryState = {
  readonly number: string;
  readonly state: string;
  readonly version: number;
  readonly csv: string | null;
  readonly code: string | null;
};

export type TestSpfe = Omit<TestRemission, 'context'> & {
  /** Issues invoices, which get deliveries. @returns their ids. */
  issue(count: number, series: string, options?: DeliveryOptions): Promise<number[]>;
  /** Writes the contents of all deliveries. */
  write(): Promise<void>;
  context(timeoutMs?: number, url?: string): RemitContext & SpfeContext;
  /** Sends the next request of the issuer, as a newly started process would. */
  advance(timeoutMs?: number): Promise<AdvanceResult>;
  /** Sends the documents of a claimed request as its worker would that dies before the answer. */
  sendAndForget(claim: SpfeClaim): Promise<void>;
  /** Sends requests until nothing waits; advances the clock by the time that they ask for. */
  advanceAll(): Promise<AdvanceResult[]>;
  /** Requests a message about an invoice. */
  tell(invoiceId: number, message: Partial<ToldMessage> & Pick<ToldMessage, 'kind'>): Promise<number>;
  deliveries(): Promise<DeliveryState[]>;
  messages(): Promise<{ kind: string; state: string; code: string | null; csv: string | null }[]>;
};

export type DeliveryOptions = {
  /** Default: that of the decision, `interconnect`. */
  readonly channel?: 'interconnect' | 'copy';
  readonly change?: (index: number) => InvoiceInput;
};

export type ToldMessage = {
  readonly kind: SpfeMessageKind;
  readonly effectiveOn: string | null;
  readonly dueOn: string | null;
  readonly isFinanced: boolean;
  readonly cancels: number | null;
};

/**
 * Opens the product and a stand-in for AEAT, to whose SPFE the invoices of an issuer are sent, in the
 * morning of 20 November 2026.
 */
export async function openTestSpfe(options: Parameters<typeof openTestRemission>[0] = {}): Promise<TestSpfe> {
  const test = await openTestRemission(options);
  test.api.clock.now = new Date('2026-11-20T09:30:00Z');
  await putInSpfe(test.pool);
  const issuer = { organizationId: test.organization.id, issuerNif: SPFE_ISSUER };
  const context = (timeoutMs?: number, url = test.sandbox.spfeUrl): RemitContext & SpfeContext => ({
    ...test.context(timeoutMs),
    metrics: test.metrics,
    spfe: { transport: 'sandbox', url } as const,
    timing: buildSpfeTiming(600),
  });
  const advance: TestSpfe['advance'] = (timeoutMs) => advanceIssuer(context(timeoutMs), issuer);
  const workers = test.api.workers.pool;
  const write = async () => {
    while ((await writeVersions(workers, issuer, test.api.clock.now, failTest)) > 0);
  };
  return {
    ...test,
    context,
    advance,
    async issue(count, series, { channel, change = () => ({}) } = {}) {
      const invoices = Array.from({ length: count }, (_none, index) => ({
        ...(channel && { spfe_channel: channel }),
        ...change(index),
      }));
      const batchId = await issueBatchV2(test.api, test.organization, buildBatchV2(series, ...invoices));
      return invoices.map((_each, index) => batchId * 1000 + index);
    },
    write,
    async sendAndForget({ contents, organizationId, issuer: { nif } }) {
      const transport = await openTransport(context(), organizationId, nif);
      if (typeof transport === 'string') throw new Error(transport);
      await transport.send(contents, () => Infinity);
      await transport[Symbol.asyncDispose]();
    },
    async advanceAll() {
      await write();
      const results: AdvanceResult[] = [];
      for (let rest = 50; rest > 0; rest -= 1) {
        const result = await advance();
        results.push(result);
        if (result.kind === 'sent' || result.kind === 'wait')
          test.pass(Math.max((result.next.getTime() - test.api.clock.now.getTime()) / 1000, 0));
        else if (result.kind === 'nothing') {
          const [later] = await test.read<{ seconds: number | null }>(
            `select extract(epoch from min(not_before) - $1)::float8 as seconds from (
               select not_before from spfe_deliveries where state in ('uncertain', 'pending')
               union all select not_before from spfe_messages where state in ('uncertain', 'pending')) n`,
            [test.api.clock.now],
          );
          const seconds = later?.seconds ?? null;
          if (seconds === null) return results;
          test.pass(Math.max(seconds, 0));
        } else throw new Error(`Nothing can be sent: ${result.kind}`);
      }
      throw new Error('Deliveries are sent again and again');
    },
    async tell(invoiceId, { kind, effectiveOn = null, dueOn = null, isFinanced = false, cancels = null }) {
      const { rows } = await workers.query<{ id: string }>(
        `insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, due_on, is_financed, cancels_id, requested_by, requested_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'test', $9) returning id`,
        [
          issuer.organizationId,
          issuer.issuerNif,
          invoiceId,
          kind,
          effectiveOn,
          dueOn,
          isFinanced,
          cancels,
          test.api.clock.now,
        ],
      );
      return Number(rows[0]!.id);
    },
    deliveries: () =>
      test.read<DeliveryState>(
        'select invoice_number as number, state, version, csv, code from spfe_deliveries order by issued_invoice_id',
      ),
    messages: () => test.read('select kind, state, code, csv from spfe_messages order by id'),
  };
}
