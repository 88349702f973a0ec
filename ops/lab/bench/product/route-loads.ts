import type { ApiVersion } from '../../../../src/contracts/codes.ts';
import { ELECTRONIC_FORMATS } from '../../../../src/contracts/electronic-formats.ts';
import { translateBatch } from './build-batch.ts';
import type { CostlyRequest } from './costly-requests-thread.ts';

/** What the requests of the loads name and send. */
export type LoadedData = {
  /** A rendered batch of short invoices whose file names all collide, and its number of invoices. */
  readonly batchId: number;
  readonly invoices: number;
  /** A batch of invoices of 1000 lines, and its number of invoices. */
  readonly longBatchId: number;
  readonly longInvoices: number;
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
  /** Whether the route refuses them, as it refuses a second annulment. */
  readonly isRefused?: boolean;
};

type Loads = (data: LoadedData, version: ApiVersion) => readonly RouteLoad[];

const UNKNOWN_ENDPOINT = 1;
const DOCUMENT = 'B12345674';

const at = (version: ApiVersion, path: string) => `/v${version}${path}`;
const get = (version: ApiVersion, path: string): CostlyRequest => ({
  method: 'GET',
  path: at(version, path),
});
const send = (
  method: CostlyRequest['method'],
  version: ApiVersion,
  path: string,
  body: Buffer | object = {},
): CostlyRequest => ({
  method,
  path: at(version, path),
  body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
});

const invoicePath = (version: ApiVersion) => (version === 1 ? '/batch_invoices' : '/invoices');
const firstOf = (batchId: number) => batchId * 1000;
const listIds = (batchId: number, count: number) =>
  Array.from({ length: count }, (_, place) => firstOf(batchId) + place);

/** One load of a `GET`. */
const reading =
  (path: (data: LoadedData, version: ApiVersion) => string): Loads =>
  (data, version) => [{ kind: '', requests: [get(version, path(data, version))] }];

/** The loads of a path of one invoice, for short and for long invoices. */
const ofInvoices =
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
const ofBatches =
  (path: string): Loads =>
  ({ bodies }, version) => {
    const ask = (body: Buffer) => [send('POST', version, path, version === 1 ? body : translateBatch(body))];
    return [
      { kind: 'one invoice', requests: ask(bodies.single) },
      { kind: '1000 invoices', requests: ask(bodies.valid) },
      { kind: '1000 invoices, all wrong', requests: ask(bodies.blank) },
      { kind: 'long invoices', requests: ask(bodies.long) },
    ];
  };

/** The loads of a correction that the invoice does not permit any more. */
const correcting =
  (suffix: string): Loads =>
  ({ batchId, invoices }, version) => [
    {
      kind: '',
      requests: listIds(batchId, invoices).map((id) =>
        send('POST', version, `${invoicePath(version)}/${id}${suffix}`, { reason: 'Prueba' }),
      ),
      isRefused: true,
    },
  ];

/**
 * The loads of each operation of the API, by its id in the OpenAPI documents, for each kind of body and parameters. A test fails for an operation without one, and
 * so does goal 16.
 */
export const ROUTE_LOADS: ReadonlyMap<string, Loads> = new Map<string, Loads>([
  [
    'createSession',
    (_data, version) => [
      {
        kind: 'wrong keys',
        requests: [send('POST', version, '/auth/sessions', { api_key: 'x'.repeat(40) })],
        isRefused: true,
      },
    ],
  ],
  [
    'endSession',
    ({ lostAuthorization: authorization }, version) => [
      {
        kind: '',
        requests: [{ method: 'DELETE', path: at(version, '/auth/sessions'), authorization }],
        isRefused: true,
      },
    ],
  ],
  ['createInvoiceBatch', ofBatches('/invoice_batches')],
  [
    'validateInvoiceBatch',
    (data, version) => [
      ...ofBatches('/invoice_batches/validate')(data, version),
      ...(version === 1
        ? []
        : [
            {
              kind: '1000 invoices with the warnings of every format',
              requests: [
                send(
                  'POST',
                  version,
                  `/invoice_batches/validate?documents=${ELECTRONIC_FORMATS.join(',')}`,
                  translateBatch(data.bodies.valid),
                ),
              ],
            },
          ]),
    ],
  ],
  [
    'previewInvoice',
    ({ bodies }, version) => {
      const { invoice_batch: batch } = JSON.parse(translateBatch(bodies.long).toString()) as {
        invoice_batch: { invoices: object[] };
      };
      // No worker renders it: the answer says that it was not rendered in time, or that too many are being rendered.
      return [
        {
          kind: '',
          requests: [send('POST', version, '/invoices/preview', batch.invoices[0])],
          isRefused: true,
        },
      ];
    },
  ],
  ['annulInvoice', correcting('/annul')],
  ['resendInvoice', correcting('/resend')],
  [
    'listInvoiceBatches',
    reading((_data, version) => `/invoice_batches?${version === 1 ? 'per_page' : 'limit'}=100`),
  ],
  ['getInvoiceBatch', reading(({ batchId }) => `/invoice_batches/${batchId}`)],
  ['getInvoiceBatchSummary', reading(({ batchId }) => `/invoice_batches/${batchId}/summary`)],
  [
    'listBatchInvoices',
    reading(
      ({ batchId }) =>
        `/invoice_batches/${batchId}/batch_invoices?processing_status=processed&per_page=100&page=10`,
    ),
  ],
  [
    'listInvoicesOfBatch',
    reading(({ batchId }) => `/invoice_batches/${batchId}/invoices?processing_status=processed&limit=100`),
  ],
  [
    'searchBatchInvoices',
    reading(({ externalId }) => `/batch_invoices?external_invoice_id=${externalId}&per_page=100`),
  ],
  ['listInvoices', reading(({ externalId }) => `/invoices?external_invoice_id=${externalId}&limit=100`)],
  ['getBatchInvoice', reading(({ batchId }) => `/batch_invoices/${firstOf(batchId)}`)],
  ['getInvoice', ofInvoices('')],
  [
    'lookUpInvoices',
    ({ externalId }, version) => {
      const ids = Array.from({ length: 1000 }, (_, place) => (place < 10 ? externalId : `other ${place}`));
      return [
        {
          kind: '1000 ids',
          requests: [send('POST', version, '/invoices/lookup', { external_invoice_ids: ids })],
        },
      ];
    },
  ],
  ['getRegistration', reading(({ batchId }) => `/batch_invoices/${firstOf(batchId)}/registration`)],
  ['getRegistrationStatus', reading(() => `/registration_status?issuer_nif=${DOCUMENT}`)],
  ['getResponsibleDeclaration', reading(() => '/responsible_declaration')],
  [
    'downloadIssuedInvoicePdf',
    ({ batchId, invoices }, version) => [
      {
        kind: '',
        requests: listIds(batchId, invoices).map((id) => get(version, `${invoicePath(version)}/${id}/pdf`)),
      },
    ],
  ],
  [
    'downloadBatchPdfs',
    ({ batchId }, version) => {
      const archive = get(version, `/invoice_batches/${batchId}/pdfs`);
      return [
        { kind: '', requests: [archive] },
        { kind: 'abandoned', requests: [{ ...archive, isAbandoned: true }] },
      ];
    },
  ],
  ['listDocumentFormats', ofInvoices('/documents')],
  [
    'downloadDocument',
    (data, version) => [
      ...(['ubl', 'cii'] as const).flatMap((format) =>
        ofInvoices(`/documents/${format}`)(data, version).map((load) => ({
          ...load,
          kind: `${format}, ${load.kind}`,
        })),
      ),
      ...ofInvoices('/documents/ubl?profile=peppol')(data, version).map((load) => ({
        ...load,
        kind: `ubl for Peppol, which lacks a reference, ${load.kind}`,
        isRefused: true,
      })),
      // The issuer has no certificate, so it is refused after it was judged.
      ...ofInvoices('/documents/facturae')(data, version).map((load) => ({
        ...load,
        kind: `facturae, ${load.kind}`,
        isRefused: true,
      })),
      {
        kind: 'hybrid',
        requests: listIds(data.batchId, data.invoices).map((id) =>
          get(version, `${invoicePath(version)}/${id}/documents/hybrid`),
        ),
      },
    ],
  ],
  [
    'downloadBatchDocuments',
    ({ batchId, longBatchId }, version) => {
      const archive = (id: number, format: string) =>
        get(version, `/invoice_batches/${id}/documents?format=${format}`);
      return [
        { kind: 'ubl, short invoices', requests: [archive(batchId, 'ubl')] },
        { kind: 'ubl, long invoices', requests: [archive(longBatchId, 'ubl')] },
        {
          kind: 'ubl, long invoices, abandoned',
          requests: [{ ...archive(longBatchId, 'ubl'), isAbandoned: true }],
        },
        { kind: 'cii, long invoices', requests: [archive(longBatchId, 'cii')] },
        { kind: 'hybrid, short invoices', requests: [archive(batchId, 'hybrid')] },
        { kind: 'facturae, long invoices', requests: [archive(longBatchId, 'facturae')], isRefused: true },
      ];
    },
  ],
  ['listRecipientProfiles', reading(() => '/recipient_profiles?limit=100')],
  [
    'getRecipientProfile',
    (_data, version) => [
      { kind: '', requests: [get(version, `/recipient_profiles/${DOCUMENT}`)], isRefused: true },
    ],
  ],
  [
    'setRecipientProfile',
    (_data, version) => [
      {
        kind: '',
        requests: [send('PUT', version, `/recipient_profiles/${DOCUMENT}`, { buyer_reference: 'A' })],
        isRefused: true,
      },
    ],
  ],
  [
    'removeRecipientProfile',
    (_data, version) => [
      {
        kind: '',
        requests: [{ method: 'DELETE', path: at(version, `/recipient_profiles/${DOCUMENT}`) }],
        isRefused: true,
      },
    ],
  ],
  ['listWebhookEndpoints', (_data, version) => refused(get(version, '/webhook_endpoints'))],
  ['getWebhookEndpoint', (_data, version) => refused(get(version, `/webhook_endpoints/${UNKNOWN_ENDPOINT}`))],
  [
    'createWebhookEndpoint',
    (_data, version) => refused(send('POST', version, '/webhook_endpoints', { url: 'https://example.com/' })),
  ],
  [
    'changeWebhookEndpoint',
    (_data, version) => refused(send('PATCH', version, `/webhook_endpoints/${UNKNOWN_ENDPOINT}`)),
  ],
  [
    'removeWebhookEndpoint',
    (_data, version) =>
      refused({ method: 'DELETE', path: at(version, `/webhook_endpoints/${UNKNOWN_ENDPOINT}`) }),
  ],
  [
    'testWebhookEndpoint',
    (_data, version) => refused(send('POST', version, `/webhook_endpoints/${UNKNOWN_ENDPOINT}/test`)),
  ],
]);

/** The keys of the benchmark lack the rights `webhooks` and `recipients`, as most do. */
function refused(request: CostlyRequest): readonly RouteLoad[] {
  return [{ kind: '', requests: [request], isRefused: true }];
}
