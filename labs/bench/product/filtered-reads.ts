import { expectEqual } from '../measuring/prove.ts';
import { type Filled, statusOfBatch } from './fill-tables.ts';
import { type FilledClient, type List, PER_PAGE, type Read } from './table-reads.ts';

/**
 * A filter of batches: its query parameters, and which of the ids from 1 to `batches` it matches.
 */
export type Filter = {
  readonly ask: (filled: Filled) => Readonly<Record<string, string>>;
  readonly fits: (id: number, batches: number) => boolean;
  /** The position of the page within the matches, from 0 to 1. */
  readonly depth: number;
};

const NARROW = { first: 0.5, last: (batches: number) => Math.floor(batches / 2) + 49 };
const WIDE = { first: 0.1, last: (batches: number) => Math.floor(batches * 0.9) };

const between =
  ({ first, last }: typeof NARROW) =>
  (id: number, batches: number) =>
    id >= Math.floor(batches * first) && id <= last(batches);
const askBetween =
  ({ first, last }: typeof NARROW) =>
  ({ batches, receivedAt }: Filled) => ({
    received_from: writeTime(receivedAt(Math.floor(batches * first))),
    received_to: writeTime(receivedAt(last(batches))),
  });
const failed = (id: number) => statusOfBatch(id) === 'failed';
const ask = (parameters: Readonly<Record<string, string>>) => () => parameters;

export const BATCH_FILTERS: Readonly<Record<string, Filter>> = {
  'batches processed, first page': { ask: ask({ status: 'processed' }), fits: (id) => !failed(id), depth: 0 },
  'batches processed, middle page': {
    ask: ask({ status: 'processed' }),
    fits: (id) => !failed(id),
    depth: 0.5,
  },
  'batches failed, one of ten, first page': { ask: ask({ status: 'failed' }), fits: failed, depth: 0 },
  'batches failed, one of ten, last page': { ask: ask({ status: 'failed' }), fits: failed, depth: 1 },
  'batches by external_batch_id': {
    ask: ({ batches }) => ({ external_batch_id: `lote-${Math.ceil(batches / 3)}` }),
    fits: (id, batches) => id === Math.ceil(batches / 3),
    depth: 0,
  },
  'batches received in 50 seconds': { ask: askBetween(NARROW), fits: between(NARROW), depth: 0 },
  'batches received in four fifths of the time, first page': {
    ask: askBetween(WIDE),
    fits: between(WIDE),
    depth: 0,
  },
  'batches received in four fifths of the time, last page': {
    ask: askBetween(WIDE),
    fits: between(WIDE),
    depth: 1,
  },
  'batches by status and time, middle page': {
    ask: (filled) => ({ ...askBetween(WIDE)(filled), status: 'failed' }),
    fits: (id, batches) => failed(id) && between(WIDE)(id, batches),
    depth: 0.5,
  },
  'batches by status, time and external_batch_id': {
    ask: (filled) => ({
      ...askBetween(WIDE)(filled),
      status: statusOfBatch(Math.ceil(filled.batches / 3)),
      external_batch_id: `lote-${Math.ceil(filled.batches / 3)}`,
    }),
    fits: (id, batches) => id === Math.ceil(batches / 3),
    depth: 0,
  },
};

/** Reads a page and compares it with the expected matches. */
export function readFiltered(filled: Filled, { ask: build, fits, depth }: Filter): Read {
  const { batches } = filled;
  const expected = Array.from({ length: batches }, (_, index) => batches - index).filter((id) =>
    fits(id, batches),
  );
  const page = Math.max(1, Math.ceil((expected.length / PER_PAGE) * depth));
  const first = (page - 1) * PER_PAGE;
  const query = writeQuery({ ...build(filled), page: String(page), per_page: String(PER_PAGE) });
  return async ({ client }) => {
    const { data, meta } = await client.get<List>(`/invoice_batches?${query}`);
    expectEqual(`Total of ${query}`, meta.total_count, expected.length);
    const wanted = expected.slice(first, first + PER_PAGE);
    expectEqual(`Batches of ${query}`, data.map(({ id }) => id).join(), wanted.join());
  };
}

async function search({ client }: FilledClient, id: number, query: Readonly<Record<string, string>>) {
  const { data, meta } = await client.get<List>(`/batch_invoices?${writeQuery(query)}`);
  expectEqual(`Total of the search for ${id}`, meta.total_count, 1);
  expectEqual('Invoice found', data[0]!.id, id);
}
const pickBatch = ({ filled }: FilledClient, share: number) => Math.ceil(share * filled.batches);

export const SEARCHES: Readonly<Record<string, Read>> = {
  'invoices of all batches by external_invoice_id': (tables, share) => {
    const id = pickBatch(tables, share);
    return search(tables, id * 1000, { external_invoice_id: `pedido-${id}-0` });
  },
  'invoices of all batches by issuer_nif and invoice_number': (tables, share) => {
    const id = pickBatch(tables, share);
    return search(tables, id * 1000, { issuer_nif: 'B12345674', invoice_number: `R${id}-0` });
  },
};

/** Filters the invoices of a large batch. */
async function filterInvoices(
  { client, filled }: FilledClient,
  share: number,
  { total, page, query }: { total: number; page: number; query: (batchId: number) => Record<string, string> },
) {
  const id = filled.largeBatchIds[Math.floor(share * filled.largeBatchIds.length)]!;
  const parameters = writeQuery({ ...query(id), page: String(page), per_page: String(PER_PAGE) });
  const { data, meta } = await client.get<List>(`/invoice_batches/${id}/batch_invoices?${parameters}`);
  expectEqual(`Total of batch ${id}, ${parameters}`, meta.total_count, total);
  const first = total === 1 ? 777 : (page - 1) * PER_PAGE;
  expectEqual(`First invoice of ${parameters}`, data[0]!.id, id * 1000 + first);
}

export const INVOICE_FILTERS: Readonly<Record<string, Read>> = {
  "a batch's invoices processed, first page": (tables, share) =>
    filterInvoices(tables, share, { total: 1000, page: 1, query: ask({ processing_status: 'processed' }) }),
  "a batch's invoices accepted by AEAT, last page": (tables, share) =>
    filterInvoices(tables, share, { total: 1000, page: 10, query: ask({ verifactu_state: 'accepted' }) }),
  "a batch's invoices by external_invoice_id": (tables, share) =>
    filterInvoices(tables, share, {
      total: 1,
      page: 1,
      query: (batchId) => ({ external_invoice_id: `pedido-${batchId}-777` }),
    }),
  'the summary of a batch': async ({ client, filled }, share) => {
    const id = filled.largeBatchIds[Math.floor(share * filled.largeBatchIds.length)]!;
    const { data } = await client.get<{ data: { processed: number; verifactu: { accepted: number } } }>(
      `/invoice_batches/${id}/summary`,
    );
    expectEqual(`Processed of batch ${id}`, data.processed, 1000);
    expectEqual(`Accepted of batch ${id}`, data.verifactu.accepted, 1000);
  },
  'the registration of an invoice': async (tables, share) => {
    const id = pickBatch(tables, share) * 1000;
    const { data } = await tables.client.get<{ data: { records: readonly { state: string }[] } }>(
      `/batch_invoices/${id}/registration`,
    );
    expectEqual(`Registration of invoice ${id}`, data.records.map(({ state }) => state).join(), 'accepted');
  },
};

function writeQuery(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

function writeTime(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z');
}
