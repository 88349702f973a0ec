import { ELECTRONIC_FORMATS } from '../../../src/contracts/electronic-formats.ts';
import { translateBatch } from './build-batch.ts';
import {
  at,
  correcting,
  firstOf,
  get,
  invoicePath,
  listIds,
  type Loads,
  ofBatches,
  ofInvoices,
  only,
  reading,
  type RouteLoad,
  send,
} from './load-kinds.ts';

const UNKNOWN_ENDPOINT = 1_000_000;
const DOCUMENT = 'B12345674';
const SERIES = '/series/S?issuer_nif=B12345674';
const OTHER_DOCUMENT = 'A12345674';

/**
 * The loads of each operation of the API, by its id in the OpenAPI documents, for each kind of body
 * and parameters. A test fails for an operation without one, and so does goal 16.
 */
export const ROUTE_LOADS: ReadonlyMap<string, Loads> = new Map<string, Loads>([
  [
    'createSession',
    (_data, version) => [
      {
        kind: 'wrong keys',
        requests: [send('POST', version, '/auth/sessions', { api_key: 'x'.repeat(40) })],
        isRefused: true,
        isOfStrangers: true,
      },
    ],
  ],
  [
    'endSession',
    ({ lostAuthorization: authorization }, version) => [
      {
        kind: '',
        requests: [{ method: 'DELETE', path: at(version, '/auth/sessions'), headers: { authorization } }],
        isRefused: true,
        isOfStrangers: true,
      },
    ],
  ],
  ['createInvoiceBatch', ofBatches('/invoice_batches')],
  [
    'createInvoice',
    ({ bodies }, version) => {
      const invoiceOf = (body: Buffer) => {
        const { invoice_batch: batch } = JSON.parse(translateBatch(body).toString()) as {
          invoice_batch: { invoices: object[] };
        };
        return batch.invoices[0]!;
      };
      const post = (body: object) => send('POST', version, '/invoices', body);
      const single = post(invoiceOf(bodies.single));
      return [
        // No worker issues it.
        { kind: 'waiting', requests: [single] },
        { kind: 'not waiting', requests: [{ ...single, headers: { prefer: 'respond-async' } }] },
        {
          kind: 'wrong',
          requests: [post({ ...invoiceOf(bodies.long), number_serie: null })],
          isRefused: true,
        },
      ];
    },
  ],
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
      const [invoice] = batch.invoices;
      const ask = (kind: string, body: object): RouteLoad => ({
        kind,
        requests: [send('POST', version, '/invoices/preview', body)],
        isRefused: true,
      });
      return [
        // No worker renders it: the answer says that it was not rendered in time, or that too many
        // are being rendered.
        ask('', invoice!),
        ask('wrong', { ...invoice, number_serie: null }),
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
  [
    'downloadIssuedBook',
    (_data, version) => {
      const book = (format: string) =>
        get(
          version,
          `/books/issued?issuer_nif=${DOCUMENT}&to=${new Date().getUTCFullYear()}-12-31&format=${format}`,
        );
      return [
        { kind: 'xlsx', requests: [book('xlsx')] },
        { kind: 'csv', requests: [book('csv')] },
        { kind: 'xlsx, abandoned', requests: [{ ...book('xlsx'), isAbandoned: true }] },
      ];
    },
  ],
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
  // There is none without settings of the producer.
  ['getResponsibleDeclaration', (_data, version) => only(get(version, '/responsible_declaration'), true)],
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
  ['getRecipientProfile', reading(() => `/recipient_profiles/${DOCUMENT}`)],
  [
    'setRecipientProfile',
    (_data, version) => {
      // Each one differs from the last, so that each is stored.
      const requests = ['A', 'B'].map((reference) =>
        send('PUT', version, `/recipient_profiles/${DOCUMENT}`, { buyer_reference: reference }),
      );
      return [{ kind: '', requests }];
    },
  ],
  [
    'removeRecipientProfile',
    (_data, version) =>
      only({ method: 'DELETE', path: at(version, `/recipient_profiles/${OTHER_DOCUMENT}`) }, true),
  ],
  [
    'setSeries',
    (_data, version) => {
      // Each one differs from the last, so that each is stored.
      const requests = [true, false].map((closed) =>
        send('PUT', version, SERIES, { pattern: 'S{counter}', closed }),
      );
      return [{ kind: '', requests }];
    },
  ],
  ['getSeries', reading(() => SERIES)],
  ['listSeriesChanges', reading(() => SERIES.replace('?', '/changes?limit=100&'))],
  ['listSeriesNumbers', reading(() => SERIES.replace('?', '/numbers?limit=100&'))],
  ['getWebhookEndpoint', reading(({ endpointId }) => `/webhook_endpoints/${endpointId}`)],
  [
    'createWebhookEndpoint',
    // An organization may have a few.
    (_data, version) =>
      only(send('POST', version, '/webhook_endpoints', { url: 'https://example.com/' }), true),
  ],
  [
    'changeWebhookEndpoint',
    ({ endpointId }, version) =>
      only(send('PATCH', version, `/webhook_endpoints/${endpointId}`, { enabled: true })),
  ],
  [
    'removeWebhookEndpoint',
    (_data, version) =>
      only({ method: 'DELETE', path: at(version, `/webhook_endpoints/${UNKNOWN_ENDPOINT}`) }, true),
  ],
  [
    'testWebhookEndpoint',
    // One test event waits at a time.
    ({ endpointId }, version) => only(send('POST', version, `/webhook_endpoints/${endpointId}/test`), true),
  ],
]);
