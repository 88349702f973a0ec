import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';
import type { ApiClient, Batch, BatchInvoice, Registration } from './api-client.ts';
import { LOCAL } from '../boot/layout.ts';
import { buildOpeningBatch, buildSampleBatch, OPENING_BATCH, SAMPLE_BATCH } from './sample-batch.ts';
import type { OpeningName } from './sample-opening.ts';
import type { Secrets } from '../engine/secrets.ts';

/** The number of PDFs that are downloaded at the same time. */
const DOWNLOADS = 4;
/** The number of downloads between two progress messages, each of which is a line in a log. */
const SHOWN_EVERY = 5;
/** The longest time in ms for which the sample waits for AEAT. */
const REGISTRATION_LIMIT = 15_000;
/** The directory for the sample's PDFs. */
export const SAMPLE_DIRECTORY = path.join(LOCAL, 'sample');

/**
 * The number of invoices in each `verifactu_state`, and in each state of their entries in SII and of
 * their deliveries to the SPFE.
 */
export type Registered = Readonly<Record<'verifactu' | 'sii' | 'spfe', Readonly<Record<string, number>>>>;

export type SampleResult = {
  readonly issued: number;
  readonly failed: number;
  /** The paths of the downloaded PDFs. */
  readonly files: readonly string[];
  /** The number of the sample's invoices in each state of their register. */
  readonly registered: Registered;
};

/**
 * Returns whether the organization has sent nothing yet, or was interrupted while it sent the
 * sample.
 */
export async function isSampleDue(client: ApiClient): Promise<boolean> {
  const batches = await client.listBatches();
  return batches.every((batch) => batch.external_batch_id === OPENING_BATCH);
}

/**
 * Sends the sample over the API and waits until the last PDF is rendered.
 * @param show called with the progress whenever it changes.
 */
export async function runSample(
  client: ApiClient,
  secrets: Secrets,
  show: (progress: string) => void,
): Promise<SampleResult> {
  const today = todayInMadrid(new Date());
  const opening = await client.createBatch(buildOpeningBatch(today), secrets.openingKey);
  const originals = await followBatch(client, opening, (progress) => show(`${OPENING_BATCH}: ${progress}`));
  const ids = Object.fromEntries(
    originals.map((invoice) => [invoice.external_invoice_id, invoice.issued_invoice_id]),
  );

  const sample = await client.createBatch(
    buildSampleBatch(today, ids as Record<OpeningName, number>),
    secrets.sampleKey,
  );
  const invoices = await followBatch(client, sample, (progress) => show(`${SAMPLE_BATCH}: ${progress}`));
  const issued = invoices.filter((invoice) => invoice.processing_status === 'processed');
  const failed = invoices.length - issued.length;
  const files = await downloadPdfs(client, issued, (count) =>
    show(`${SAMPLE_BATCH}: ${issued.length} issued, ${failed} refused, ${count} of ${issued.length} PDFs`),
  );
  const registered = await followRegistration(client, sample, issued.length, (progress) =>
    show(`${SAMPLE_BATCH}: ${progress}`),
  );
  return { issued: issued.length, failed, files, registered };
}

async function followBatch(
  client: ApiClient,
  created: Batch,
  show: (progress: string) => void,
): Promise<BatchInvoice[]> {
  let batch = created;
  let shown = '';
  for (;;) {
    const invoices = await client.listInvoices(batch.id);
    const count = (status: string) =>
      invoices.filter((invoice) => invoice.processing_status === status).length;
    const progress = `${invoices.length} invoices, ${count('processed')} issued, ${count('failed')} refused`;
    if (progress !== shown) show(progress);
    shown = progress;
    if (batch.processed_at) return invoices;
    await delay(250);
    batch = await client.readBatch(batch.id);
  }
}

/**
 * Waits until AEAT has answered every record, entry and delivery, for at most REGISTRATION_LIMIT, since
 * another service may take a minute or more.
 */
async function followRegistration(
  client: ApiClient,
  batch: Batch,
  records: number,
  show: (progress: string) => void,
): Promise<Registered> {
  const deadline = Date.now() + REGISTRATION_LIMIT;
  let shown = 0;
  for (;;) {
    const invoices = await client.listRegistrations(batch.id);
    const registered = {
      verifactu: countStates(invoices.map(({ verifactu_state: state }) => state)),
      sii: countStates(invoices.map(({ sii }) => sii?.state ?? null)),
      spfe: countStates(invoices.map(({ spfe_state: state }) => state)),
    };
    const answered = invoices.filter((invoice) => !isOpen(invoice)).length - (invoices.length - records);
    if (answered !== shown) show(`${answered} of ${records} invoices answered by AEAT`);
    shown = answered;
    if (answered === records || Date.now() > deadline) return registered;
    await delay(250);
  }
}

/** The states of invoices, entries and deliveries in which AEAT has not answered. */
const OPEN: ReadonlySet<string> = new Set(['remission', 'pending', 'sending', 'sent', 'uncertain']);
const isOpen = ({ verifactu_state: verifactu, sii, spfe_state: spfe }: Registration): boolean =>
  [verifactu, sii?.state, spfe].some((state) => OPEN.has(state ?? ''));

function countStates(states: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) if (state !== null) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

async function downloadPdfs(
  client: ApiClient,
  invoices: readonly BatchInvoice[],
  show: (count: number) => void,
): Promise<string[]> {
  mkdirSync(SAMPLE_DIRECTORY, { recursive: true, mode: 0o700 });
  const files = invoices.map(({ invoice_number: number }) =>
    path.join(SAMPLE_DIRECTORY, `${buildFileName(number ?? '')}.pdf`),
  );
  const waiting = invoices.entries();
  let done = 0;
  const download = async () => {
    for (const [index, invoice] of waiting) {
      writeFileSync(files[index]!, await client.downloadPdf(invoice.id), { mode: 0o600 });
      done += 1;
      if (done % SHOWN_EVERY === 0 || done === files.length) show(done);
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS }, download));
  return files;
}

function buildFileName(number: string): string {
  return number.replaceAll(/[^A-Za-z0-9._-]/g, '-');
}
