import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createOutageReporter } from '../log-outages.ts';
import type { Beginning, Trace, Traces, TracesOptions } from './traces.ts';

/**
 * The maximum number of spans that wait for the collector, about six megabytes. Further spans are
 * dropped.
 */
const MAX_WAITING_SPANS = 4096;
const EXPORT_LIMIT_MS = 5000;
/** The longest time that a process waits for its last spans to be sent, in milliseconds. */
const LAST_SPANS_MS = 2000;
const SERVICE = 'invoice-batch-engine';
const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/**
 * Creates spans and sends them to a collector by OTLP (HTTP, JSON). If the collector is
 * unavailable, only spans are lost. The log reports the outage once, and its end.
 */
export function exportTraces(options: TracesOptions & { readonly endpoint: string }): Traces {
  const { endpoint, process: name, version, logger } = options;
  const exporter = reportFailures(
    new OTLPTraceExporter({
      url: new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href,
      timeoutMillis: EXPORT_LIMIT_MS,
    }),
    createOutageReporter('The collector of traces', logger),
  );
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING_SPANS,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
        scheduledDelayMillis: 1000,
      }),
    ],
    resource: resourceFromAttributes({
      'service.namespace': SERVICE,
      'service.name': `${SERVICE}-${name}`,
      'service.version': version,
      'process.pid': process.pid,
    }),
  });
  const tracer = provider.getTracer(SERVICE, version);
  const begin = (title: string, { kind, parent, links = [], attributes = {} }: Beginning) => {
    const started = tracer.startSpan(
      title,
      {
        kind: KINDS[kind],
        attributes: { ...attributes },
        links: readParents(links).map((context) => ({ context })),
      },
      contextOf(parent ?? null),
    );
    return { ...describeSpan(tracer, started), end: (isFailed: boolean) => endSpan(started, isFailed) };
  };
  return {
    isOn: true,
    begin,
    async follow(title, beginning, work) {
      const { end, ...followed } = begin(title, beginning);
      return endAfter(work(followed), end);
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        wait(LAST_SPANS_MS, undefined, { ref: false }),
      ]);
    },
  };
}

function describeSpan(tracer: Tracer, span: Span): Trace {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ids: { trace_id: traceId, span_id: spanId },
    note: (attributes) => void span.setAttributes(attributes),
    async within(name, work, { kind = 'internal', attributes = {} } = {}) {
      const part = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...attributes } },
        trace.setSpan(ROOT_CONTEXT, span),
      );
      return endAfter(work(describeSpan(tracer, part)), (isFailed) => endSpan(part, isFailed));
    },
  };
}

async function endAfter<T>(working: Promise<T>, end: (isFailed: boolean) => void): Promise<T> {
  let isFailed = true;
  try {
    const result = await working;
    isFailed = false;
    return result;
  } finally {
    end(isFailed);
  }
}

/**
 * Omits the error, because its message may repeat a client's data. The log contains the error with
 * the same ids.
 */
function endSpan(span: Span, isFailed: boolean): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function contextOf(parent: string | null): Context {
  const [context] = parent === null ? [] : readParents([parent]);
  return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

function readParents(traceparents: readonly string[]): SpanContext[] {
  return traceparents.flatMap((text) => {
    const context = parseTraceParent(text);
    return context === null ? [] : [{ ...context, isRemote: true }];
  });
}

function reportFailures(
  exporter: SpanExporter,
  teller: ReturnType<typeof createOutageReporter>,
): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) teller.worked();
        else teller.failed('refuses traces: spans are lost', result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
