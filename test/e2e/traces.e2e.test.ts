import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import type { TestProcess } from '../support/processes.ts';
import { openStack, type TestStack } from '../support/stack.ts';
import { openTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

const POST = 'POST /api/v1/invoice_batches';
const ISSUER = 'A12345674';

describe('a trace', () => {
  let collector: TraceCollector;
  let stack: TestStack;
  let worker: TestProcess;
  beforeAll(async () => {
    collector = await openTraceCollector();
    stack = await openStack({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    worker = await stack.startWorker();
  });
  afterAll(async () => {
    await stack[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
  });

  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  /**
   * Returns the names of the spans around the first span of a name, up to the root of the trace.
   */
  const climb = (name: string): string[] => {
    const path: string[] = [];
    let span = named(name)[0];
    while (span !== undefined) {
      const { parentSpanId: above, traceId } = span;
      path.push(span.name);
      span = collector.spans.find((other) => other.spanId === above && other.traceId === traceId);
    }
    return path;
  };

  it('connects the request, the jobs, AEAT and the PDFs, and contains no personal data', async () => {
    await stack.client.create(buildBatchBody(5, 'TRACED'));
    await eventually(() => named('POST AEAT').length > 0 && named('store PDFs').length > 0, {
      within: 60_000,
    });
    await eventually(() => named('render-pdfs').length > 0 && named('remit-records').length > 0);
    const [post] = named(POST);
    for (const path of [
      ['examine batch'],
      ['store batch'],
      ['prepare batch', 'process-batch'],
      ['issue batch', 'process-batch'],
      ['store PDFs', 'render PDFs', 'render-pdfs'],
      ['POST AEAT', 'remit-records'],
    ])
      expect(climb(path[0]!)).toEqual([...path, POST]);
    expect(post!.service).toBe('invoice-batch-engine-ingress');
    expect(named('POST AEAT')[0]!.service).toBe('invoice-batch-engine-worker');
    const told = collector.bodies.join('\n');
    for (const secret of ['Cliente', 'B12345674', 'A12345674', 'TRACED', 'Calle', 'org_live'])
      expect(told).not.toContain(secret);
    for (const [running, line] of [
      [stack.ingress, 'Batch accepted'],
      [worker, 'Batch processed'],
    ] as const) {
      const [found] = running
        .output()
        .split('\n')
        .filter((text) => text.includes(line));
      expect(JSON.parse(found!)).toMatchObject({ trace_id: post!.traceId });
    }
  });

  it('of an envelope with records of several batches belongs to the first batch and links to the others', async () => {
    const before = named('remit-records').length;
    await stack.client.create(buildBatchBody(2, 'ONE', () => ({ issuer_nif: ISSUER })));
    await eventually(() => named('remit-records').length > before, { within: 30_000 });
    // AEAT's wait has begun, so these records wait for it together.
    await stack.client.create(buildBatchBody(1, 'TWO', () => ({ issuer_nif: ISSUER })));
    await stack.client.create(buildBatchBody(1, 'THREE', () => ({ issuer_nif: ISSUER })));
    const { rows } = await stack.database.pool.query<{ traceparent: string }>(
      'select traceparent from batches order by id desc limit 2',
    );
    const [third, second] = rows.map(({ traceparent }) => traceparent.split('-')[1]);
    await eventually(() => named('remit-records').some(({ traceId }) => traceId === second), {
      within: 30_000,
    });
    const reached = named('remit-records').flatMap(({ traceId, links = [] }) => [
      traceId,
      ...links.map((link) => link.traceId),
    ]);
    expect(reached).toContain(third);
  });
});
