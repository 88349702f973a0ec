import type { Logger } from '../logger.ts';

export type TracesOptions = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: where spans go; undefined: nowhere, and none are made. */
  readonly endpoint: string | undefined;
  /** `ingress` or `worker`. */
  readonly process: string;
  readonly version: string;
  readonly logger: Logger;
};

/** Ids, counts and codes alone: never a NIF, a name or a text that somebody sent. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span of a trace, from its beginning to its end. */
export type Trace = {
  /** As the W3C's Trace Context writes it; null where traces are off. */
  readonly traceparent: string | null;
  /** For the lines of the log that belong to it. */
  readonly ids: Readonly<Record<'trace_id' | 'span_id', string>> | Readonly<Record<string, never>>;
  note(attributes: Attributes): void;
  /** Does a part of the work as a span of its own. */
  within<T>(name: string, work: (part: Trace) => Promise<T>, how?: How): Promise<T>;
};

/** `client`: somebody else's server is asked. `internal` is usual. */
type How = { readonly kind?: 'internal' | 'client'; readonly attributes?: Attributes };

export type Beginning = {
  readonly kind: 'server' | 'consumer';
  /** The traceparent of what this is a part of. */
  readonly parent?: string | null;
  /** Traceparents of others that it was done for, too. */
  readonly links?: readonly string[];
  readonly attributes?: Attributes;
};

export type Traces = AsyncDisposable & {
  /** Whoever reads something for traces alone asks first. */
  readonly isOn: boolean;
  /** Begins a span that has to be ended. */
  begin(name: string, beginning: Beginning): Trace & { end(isFailed: boolean): void };
  /** Does a piece of work as a span, which fails where that throws. */
  follow<T>(name: string, beginning: Beginning, work: (trace: Trace) => Promise<T>): Promise<T>;
};

/** Where traces are off, everything belongs to this one. */
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
