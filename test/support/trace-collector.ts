import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
};
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: Value }[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};
type SentSpan = {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string }[];
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
};
export type CollectedSpan = SentSpan & { readonly service: string };

export type TraceCollector = AsyncDisposable & {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** All received spans, as they were sent. */
  readonly bodies: string[];
};

/** Starts an OpenTelemetry collector, which accepts spans by OTLP over HTTP with JSON. */
export async function openTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await json(request)) as Sent;
    bodies.push(JSON.stringify(body));
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map((span) => ({ ...span, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
