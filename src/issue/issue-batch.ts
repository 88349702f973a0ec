import { buildBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import { identityOf } from '../domain/invoice/invoice-identity.ts';
import { finalBatchStatus } from '../domain/lifecycle/batch-status.ts';
import { registeredAmounts } from '../domain/verifactu/registered-amounts.ts';
import { buildQrUrl } from '../domain/verifactu/qr-url.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { pipeline, type Beginning, type Ending } from '../platform/postgres/pipeline.ts';
import {
  type ChainHead,
  failBatchInvoices,
  finishBatch,
  insertIssuedInvoices,
  insertRegistrationRecords,
  moveChains,
  type NewIssuedInvoice,
  type UnfinishedBatch,
} from './statements/issuing.ts';
import {
  findRecipientTerm,
  findReferenceTerm,
  findReplacedTerm,
  findSubstitutedTerm,
} from '../platform/postgres/search-terms.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import { chainAndCompress, type ChainedRecords } from './chain-and-compress.ts';
import type { Software } from './chain-records.ts';
import type { FoundReferences } from './find-references.ts';
import { holdChains, type HoldContext, type Obstacle } from './hold-chains.ts';
import { type KeptInvoice, settleBlocks } from './compress-documents.ts';
import { type Judged, judgeInvoices } from './judge-invoices.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import { refuseContested } from './refuse-contested.ts';

export type IssueContext = HoldContext & {
  readonly software: Software;
  readonly qrEnvironment: 'test' | 'production';
};

/** The result of an issued batch. */
export type IssuedBatch = {
  readonly kind: 'issued';
  readonly issued: number;
  readonly failed: number;
  /** The chains to which records were appended, and how many records of each AEAT has not answered yet. */
  readonly chains: readonly { readonly chainId: number; readonly pending: number }[];
  /** Whether PDFs of the batch are rendered only on request. */
  readonly pdfsOnDemand: boolean;
};

export type IssueResult = IssuedBatch | Obstacle;

/** The records of a batch without VeriFactu. */
const NO_RECORDS: ChainedRecords = { records: [], blocks: [], moved: [] };

/**
 * Issues a prepared batch inside a transaction: checks the numbers, stores the invoices, appends the records to their chains, and ends
 * the batch. Uses a constant number of statements and two round trips, or up to four if invoices correct or replace others.
 * @param references what `findReferences` found of the invoices that the batch names.
 * @param today the day for which the batch was prepared. If the date has changed since, nothing is issued.
 * @returns when the last statements have been sent. The ending contains their answers.
 */
export async function issueBatch(
  beginning: Beginning,
  batchId: number,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  references: FoundReferences,
  today: string,
  context: IssueContext,
): Promise<Ending<IssueResult>> {
  const { organizationId } = batch;
  const candidates = [...prepared.invoices].map(([position, invoice]) => ({
    id: buildBatchInvoiceId(batchId, position),
    ...invoice,
  }));
  const held = await holdChains(beginning, batchId, batch, candidates, references, today, context);
  if (held.kind !== 'held') return { answers: Promise.resolve(held) };
  const { client } = beginning;
  const { heads, at } = held;
  const errors = new Map<number, string>();
  for (const [position, error] of prepared.errors) errors.set(buildBatchInvoiceId(batchId, position), error);
  const failedNow = new Map(
    [...prepared.failed].map(([position, identity]) => [buildBatchInvoiceId(batchId, position), identity]),
  );
  const free = judgeInvoices(
    candidates,
    { ...held, charged: references.charged, failedBefore: references.failed },
    { errors, failed: failedNow },
  );
  // This rule is checked last, because it locks issuers against other organizations. Only issuers of invoices that will be issued need
  // the lock.
  const invoices = await refuseOfContested(client, heads, batch.verifactu, free, errors);

  const rows = await buildIssuedInvoices(batch, invoices, heads, context);
  const documents = await settleBlocks(prepared.blocks, invoices);
  // Sends this statement before it builds the records, so the database stores the invoices at the same time.
  const inserting = insertIssuedInvoices(client, organizationId, at, rows, documents);
  // A later statement of the pipeline reports its error, unless building the records fails first.
  inserting.catch(() => {});
  let chained = NO_RECORDS;
  try {
    if (batch.verifactu) chained = await chainAndCompress(invoices, heads, context.software, at);
  } catch (error) {
    // The rollback must follow the statement that is still running.
    await Promise.allSettled([inserting]);
    throw error;
  }
  const { records, blocks, moved } = chained;
  const issued = invoices.length;
  const failed = batch.failed.length + errors.size;
  const status = finalBatchStatus({ issued, failed });
  const ending = pipeline(client, [
    () => inserting,
    () =>
      records.length > 0 ? insertRegistrationRecords(client, organizationId, at, records, blocks) : null,
    () => (records.length > 0 ? moveChains(client, moved) : null),
    () =>
      errors.size + failedNow.size > 0 ? failBatchInvoices(client, organizationId, errors, failedNow) : null,
    () => finishBatch(client, batchId, { status, at, anyIssued: issued > 0 }),
  ]);
  const remitted = new Map(heads.map((head) => [head.id, head.remittedSequence]));
  const chains = moved.map(({ id, sequence }) => ({ chainId: id, pending: sequence - remitted.get(id)! }));
  const tell = ([, , , , pdfsOnDemand]: Awaited<typeof ending>): IssuedBatch => ({
    kind: 'issued',
    issued,
    failed,
    chains,
    pdfsOnDemand,
  });
  return { answers: ending.then(tell) };
}

/** Builds the database rows of the invoices. */
function buildIssuedInvoices(
  { verifactu }: UnfinishedBatch,
  invoices: readonly Judged[],
  heads: readonly ChainHead[],
  { qrEnvironment }: IssueContext,
): Promise<NewIssuedInvoice[]> {
  const profiles = new Map(heads.map((head) => [head.issuerNif, head.issuerProfileId]));
  return mapYielding(invoices, ({ id, document, bytes, rectifies }) => {
    const identity = identityOf(document);
    const { total } = registeredAmounts(document);
    return {
      ...identity,
      id,
      total,
      issuerProfileId: profiles.get(identity.issuerNif) ?? null,
      qrUrl: verifactu ? buildQrUrl(qrEnvironment, { ...identity, total }) : null,
      documentBytes: bytes,
      type: document.type,
      issuerName: document.issuer.name,
      operationDate: document.operationDate,
      rectifies,
      recipientTerm: document.recipient && findRecipientTerm(document.recipient.documentNumber),
      furtherTerms: listFurtherTerms(document),
    };
  });
}

/**
 * Lists the terms of further recipients and of the invoices in the lists of version 2, by which lists find the invoice, and an invoice is found that
 * replaces or substitutes the same one.
 */
function listFurtherTerms({
  otherRecipients = [],
  rectification,
  replaces = [],
}: KeptInvoice['document']): readonly number[] {
  const referenced = [...(rectification?.invoices ?? []), ...replaces];
  if (otherRecipients.length + referenced.length === 0) return NO_TERMS;
  return [
    ...otherRecipients.map(({ documentNumber }) => findRecipientTerm(documentNumber)),
    ...referenced.map(findReferenceTerm),
    ...replaces.map(findReplacedTerm),
    ...(rectification?.method === 'substitution' ? rectification.invoices.map(findSubstitutedTerm) : []),
  ];
}

const NO_TERMS: readonly number[] = [];

async function refuseOfContested(
  connection: Connection,
  heads: readonly ChainHead[],
  verifactu: boolean,
  candidates: readonly Judged[],
  errors: Map<number, string>,
): Promise<Judged[]> {
  const issuers = new Set(candidates.map(({ document }) => document.issuer.nif));
  const asked = heads.filter(({ issuerNif }) => issuers.has(issuerNif));
  const contested = await refuseContested(connection, asked, verifactu);
  return candidates.filter(({ id, document }) => {
    const refusal = contested.get(document.issuer.nif);
    if (refusal === undefined) return true;
    errors.set(id, refusal);
    return false;
  });
}
