import { gzipSync } from 'node:zlib';
import { API_VERSIONS, type ApiVersion } from '../../../src/contracts/codes.ts';
import { translateBatch } from './build-batch.ts';
import type { CostlyRequest } from './costly-requests-thread.ts';

/* The kinds of loads that several routes share. */

/** What the requests of the loads name and send. */
export type LoadedData = {
  /**
   * A rendered batch of short invoices whose file names all collide, and its number of invoices.
   */
  readonly batchId: number;
  readonly invoices: number;
  /** A batch of invoices of 1000 lines, and its number of invoices. */
  readonly longBatchId: number;
  readonly longInvoices: number;
  /** A batch without PDFs whose invoices the loads annul, and its number of invoices. */
  readonly annulledBatchId: number;
  readonly annulledInvoices: number;
  /** A webhook endpoint of the organization. */
  readonly endpointId: number;
  readonly bodies: {
    /** One valid invoice, and as many as a batch may have. */
    readonly single: Buffer;
    readonly valid: Buffer;
    /** As many invoices as a batch may have, all without their members. */
    readonly blank: Buffer;
    /** Invoices of 1000 lines. */
    readonly long: Buffer;
  };
  /** The external id that all invoices of `blank` have. */
  readonly externalId: string;
  /** An `Authorization` header whose session may end. */
  readonly lostAuthorization: string;
};

/** The costliest requests of one kind to a route. */
export type RouteLoad = {
  /** The kind of body or parameters; empty if the route has only one. */
  readonly kind: string;
  readonly requests: readonly CostlyRequest[];
  /**
   * Whether the route refuses them, or all but the first ones, as it refuses a second annulment.
   */
  readonly isRefused?: boolean;
  /**
   * Whether the connections are those of strangers, which admission closes when there are too many.
   */
  readonly isOfStrangers?: boolean;
};

/** Builds the loads of an operation. */
export type Loads = (data: LoadedData, version: ApiVersion) => readonly RouteLoad[];

export const at = (version: ApiVersion, path: string) => `/v${version}${path}`;
export const get = (version: ApiVersion, path: string): CostlyRequest => ({
  method: 'GET',
  path: at(version, path),
});
export const send = (
  method: CostlyRequest['method'],
  version: ApiVersion,
  path: string,
  body: Buffer | object = {},
): CostlyRequest => ({
  method,
  path: at(version, path),
  body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
});

export const invoicePath = (version: ApiVersion) => (version === 1 ? '/batch_invoices' : '/invoices');
export const firstOf = (batchId: number) => batchId * 1000;
export const only = (request: CostlyRequest, isRefused = false): readonly RouteLoad[] => [
  { kind: '', requests: [request], isRefused },
];
export const listIds = (batchId: number, count: number) =>
  Array.from({ length: count }, (_, place) => firstOf(batchId) + place);

const compress = ({ body, ...request }: CostlyRequest): CostlyRequest => ({
  ...request,
  body: gzipSync(body!),
  headers: { 'content-encoding': 'gzip' },
});
const askInSpanish = (request: CostlyRequest): CostlyRequest => ({
  ...request,
  headers: { 'accept-language': 'es' },
});

/** One load of a `GET`. */
export const reading =
  (path: (data: LoadedData, version: ApiVersion) => string): Loads =>
  (data, version) => [{ kind: '', requests: [get(version, path(data, version))] }];

/** The loads of a path of one invoice, for short and for long invoices. */
export const ofInvoices =
  (suffix: string): Loads =>
  ({ batchId, invoices, longBatchId, longInvoices }, version) => {
    const ask = (ids: readonly number[]) =>
      ids.map((id) => get(version, `${invoicePath(version)}/${id}${suffix}`));
    return [
      { kind: 'short invoices', requests: ask(listIds(batchId, invoices)) },
      { kind: 'long invoices', requests: ask(listIds(longBatchId, longInvoices)) },
    ];
  };

/** The loads of a route that takes the body of a batch. */
export const ofBatches =
  (path: string): Loads =>
  ({ bodies }, version) => {
    const ask = (body: Buffer) => [send('POST', version, path, version === 1 ? body : translateBatch(body))];
    const [valid, wrong] = [ask(bodies.valid), ask(bodies.blank)];
    return [
      { kind: 'one invoice', requests: ask(bodies.single) },
      { kind: '1000 invoices', requests: valid },
      { kind: '1000 invoices, compressed', requests: valid.map(compress) },
      { kind: '1000 invoices, all wrong', requests: wrong },
      { kind: '1000 invoices, all wrong, answered in Spanish', requests: wrong.map(askInSpanish) },
      { kind: 'long invoices', requests: ask(bodies.long) },
    ];
  };

/** The load of a correction, which an invoice permits once or not at all. */
export const correcting =
  (suffix: string): Loads =>
  ({ annulledBatchId, annulledInvoices }, version) => [
    {
      kind: '',
      // Each version annuls one half of the invoices.
      requests: listIds(annulledBatchId, annulledInvoices)
        .filter((id) => id % API_VERSIONS.length === version - 1)
        .map((id) => send('POST', version, `${invoicePath(version)}/${id}${suffix}`, { reason: 'Prueba' })),
      isRefused: true,
    },
  ];
