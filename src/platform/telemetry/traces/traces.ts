import type { Logger } from '../logger.ts';

export type TracesOptions = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: the collector of spans; undefined: no spans are created. */
  readonly endpoint: string | undefined;
  /** `ingress` or `worker`. */
  readonly process: string;
  readonly version: string;
  readonly logger: Logger;
};

/** Only ids, counts and codes: never a NIF, a name or a client's text. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span of a trace. */
export type Trace = {
  /** In the format of W3C Trace Context; null if tracing is off. */
  readonly traceparent: string | null;
  /** The ids to add to log lines that belong to the span. */
  readonly ids: Readonly<Record<'trace_id' | 'span_id', string>> | Readonly<Record<string, never>>;
  note(attributes: Attributes): void;
  /** Runs a part of the work as a child span. */
  within<T>(name: string, work: (part: Trace) => Promise<T>, how?: How): Promise<T>;
};

/** `client`: a request to an external server. The default is `internal`. */
type How = { readonly kind?: 'internal' | 'client'; readonly attributes?: Attributes };

export type Beginning = {
  readonly kind: 'server' | 'consumer';
  /** The traceparent of the parent span. */
  readonly parent?: string | null;
  /** The traceparents of other requests that the work also serves. */
  readonly links?: readonly string[];
  readonly attributes?: Attributes;
};

export type Traces = AsyncDisposable & {
  /** Whether tracing is on. Code that reads data only for traces checks this first. */
  readonly isOn: boolean;
  /** Begins a span that the caller must end. */
  begin(name: string, beginning: Beginning): Trace & { end(isFailed: boolean): void };
  /** Runs work as a span, which counts as failed if the work throws. */
  follow<T>(name: string, beginning: Beginning, work: (trace: Trace) => Promise<T>): Promise<T>;
};

/** The span that is used everywhere if tracing is off. */
export const NO_TRACE: Trace = {
  traceparent: null,
  ids: {},
  note() {},
  within: (_name, work) => work(NO_TRACE),
};

export const NO_TRACES: Traces = {
  isOn: false,
  begin: () => ({ ...NO_TRACE, end() {} }),
  follow: (_name, _beginning, work) => work(NO_TRACE),
  async [Symbol.asyncDispose]() {},
};
