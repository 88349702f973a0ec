import { expectEqual } from '../measuring/prove.ts';
import type { ApiClient } from './api-client.ts';
import { type Filled, sizeOfBatch } from './fill-tables.ts';

export const PER_PAGE = 100;

/** A client of the organization that owns all rows of the filled tables. */
export type FilledClient = { readonly client: ApiClient; readonly filled: Filled };
/** @param share the position in the tables, from 0 to 1. */
export type Read = (tables: FilledClient, share: number) => Promise<void>;
export type List = {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly total_count: number };
};

/** Each read uses a different position every time and checks its result. */
export const READS: Readonly<Record<string, Read>> = {
  'the first page of batches': ({ client, filled }) => readBatches(client, filled, 1),
  'the middle page of batches': ({ client, filled }) =>
    readBatches(client, filled, Math.ceil(filled.batches / PER_PAGE / 2)),
  'the last page of batches': ({ client, filled }) =>
    readBatches(client, filled, Math.ceil(filled.batches / PER_PAGE)),
  "the first page of a batch's invoices": (sized, share) => readInvoices(sized, share, 1),
  "the middle page of a batch's invoices": (sized, share) => readInvoices(sized, share, 5),
  "the last page of a batch's invoices": (sized, share) => readInvoices(sized, share, 10),
  'one batch': async ({ client, filled }, share) => {
    const id = Math.ceil(share * filled.batches);
    const { data } = await client.get<{ data: { invoices_count: number } }>(`/invoice_batches/${id}`);
    expectEqual(`Invoices of batch ${id}`, data.invoices_count, sizeOfBatch(id));
  },
  'one invoice': async ({ client, filled }, share) => {
    const id = Math.ceil(share * filled.batches) * 1000;
    const { data } = await client.get<{ data: Record<string, unknown> }>(`/batch_invoices/${id}`);
    expectEqual(`Invoice ${id}`, String(data['invoice_number']), `R${id / 1000}-0`);
    expectEqual(`State of invoice ${id}`, String(data['verifactu_state']), 'accepted');
  },
};

async function readBatches(client: ApiClient, filled: Filled, page: number): Promise<void> {
  const { data, meta } = await client.get<List>(`/invoice_batches?per_page=${PER_PAGE}&page=${page}`);
  expectEqual('Total of batches', meta.total_count, filled.batches);
  expectEqual(`First batch of page ${page}`, data[0]!.id, filled.batches - (page - 1) * PER_PAGE);
  expectEqual(`Batches on page ${page}`, data.length, PER_PAGE);
}

async function readInvoices({ client, filled }: FilledClient, share: number, page: number): Promise<void> {
  const id = filled.largeBatchIds[Math.floor(share * filled.largeBatchIds.length)]!;
  const { data, meta } = await client.get<List>(
    `/invoice_batches/${id}/batch_invoices?per_page=${PER_PAGE}&page=${page}`,
  );
  expectEqual(`Total of batch ${id}`, meta.total_count, 1000);
  expectEqual(`First invoice of page ${page}`, data[0]!.id, id * 1000 + (page - 1) * PER_PAGE);
  expectEqual(`Invoices on page ${page}`, data.length, PER_PAGE);
}
