import { buildBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import { identityOf } from '../domain/invoice/invoice-identity.ts';
import { finalBatchStatus } from '../domain/lifecycle/batch-status.ts';
import { registeredAmounts } from '../domain/registration/registered-amounts.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { buildQrUrl } from 'verifactu-protocol/records/qr-url';
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
import { isDecided } from '../domain/registers/choose-register.ts';
import type { IssuerRules } from '../domain/registers/register-document.ts';
import { insertSiiEntries, insertSpfeDeliveries, type NewDelivery } from './statements/entries.ts';
import { chainAndCompress, type ChainedRecords } from './chain-and-compress.ts';
import type { Software } from './chain-records.ts';
import type { FoundReferences } from './find-references.ts';
import { holdChains, type HoldContext, type Obstacle } from './hold-chains.ts';
import { type KeptInvoice, settleBlocks } from './compress-documents.ts';
import { type Judged, judgeInvoices } from './judge-invoices.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import { type Numbered, numberInvoices } from './number-invoices.ts';
import { moveCounters } from './statements/series.ts';
import type { StoredSeries } from '../domain/series/series-rules.ts';
import { refuseContested } from './refuse-contested.ts';
import type { Text } from '../contracts/messages/texts.ts';

export type IssueContext = HoldContext & {
  readonly software: Software;
  readonly qrEnvironment: 'test' | 'production';
};

/** The result of an issued batch. */
export type IssuedBatch = {
  readonly kind: 'issued';
  readonly issued: number;
  readonly failed: number;
  /**
   * The chains to which records were appended, and how many records of each AEAT has not answered
   * yet.
   */
  readonly chains: readonly { readonly chainId: number; readonly pending: number }[];
  /** The issuers of entries in SII by their chains, with the number of entries that now wait to be sent. */
  readonly sii: readonly { readonly chainId: number; readonly entries: number }[];
  /** The issuers of deliveries to the SPFE by their chains, with the number of those whose contents are not written yet. */
  readonly spfe: readonly { readonly chainId: number; readonly deliveries: number }[];
  /** Whether PDFs of the batch are rendered only on request. */
  readonly pdfsOnDemand: boolean;
};

export type IssueResult = IssuedBatch | Obstacle;

/** The records of a batch of which no invoice is registered in VeriFactu. */
const NO_RECORDS: ChainedRecords = { records: [], blocks: [], moved: [] };

/**
 * Issues a prepared batch inside a transaction: checks the numbers, stores the invoices, appends
 * the records to their chains, and ends the batch. Uses a constant number of statements and two
 * round trips, up to four if invoices correct or replace others, and one more if series give numbers.
 * @param references what `findReferences` found of the invoices that the batch names.
 * @param series the series of the organization as the batch was prepared with them.
 * @param registers what was decided about its issuers, with which it was prepared.
 * @param today the day for which the batch was prepared. If the date has changed since, nothing is
 *   issued.
 * @returns when the last statements have been sent. The ending contains their answers.
 */
export async function issueBatch(
  beginning: Beginning,
  batchId: number,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  references: FoundReferences,
  series: readonly StoredSeries[],
  registers: IssuerRules,
  today: string,
  context: IssueContext,
): Promise<Ending<IssueResult>> {
  const { organizationId } = batch;
  const candidates = [...prepared.invoices].map(([position, invoice]) => ({
    id: buildBatchInvoiceId(batchId, position),
    ...invoice,
  }));
  const held = await holdChains(
    beginning,
    batchId,
    batch,
    candidates,
    references,
    today,
    series,
    registers,
    context,
  );
  if (held.kind !== 'held') return { answers: Promise.resolve(held) };
  const { client } = beginning;
  const { heads, at } = held;
  const errors = new Map<number, Text>();
  for (const [position, error] of prepared.errors) errors.set(buildBatchInvoiceId(batchId, position), error);
  const failedNow = new Map(
    [...prepared.failed].map(([position, identity]) => [buildBatchInvoiceId(batchId, position), identity]),
  );
  const judged = judgeInvoices(
    candidates,
    { ...held, registers, rules: batch.rules, charged: references.charged, failedBefore: references.failed },
    { errors, failed: failedNow },
  );
  // This rule is checked last, because it locks issuers against other organizations. Only issuers
  // of invoices that will be issued need the lock.
  const free = await refuseOfContested(client, heads, registers, judged, errors);
  const { numbered: invoices, moves } = await numberInvoices(
    (statement) => client.query(statement),
    organizationId,
    free,
    series,
    held.counters,
  );

  const rows = await buildIssuedInvoices(invoices, heads, context);
  const documents = await settleBlocks(prepared.blocks, invoices);
  const deliveries = invoices.flatMap(({ id, document, registration: { delivery } }) =>
    delivery === null ? [] : [{ id, identity: identityOf(document), delivery }],
  );
  // Sends these statements before it builds the records, so the database stores the invoices at the
  // same time.
  const inserting = pipeline(client, [
    () => insertIssuedInvoices(client, organizationId, at, rows, documents),
    () => (deliveries.length > 0 ? insertSpfeDeliveries(client, organizationId, at, deliveries) : null),
  ]);
  // A later statement of the pipeline reports their error, unless building the records fails first.
  inserting.catch(() => {});
  const chainable = invoices.filter(({ registration }) => registration.register === 'verifactu');
  let chained = NO_RECORDS;
  try {
    if (chainable.length > 0) chained = await chainAndCompress(chainable, heads, context.software, at);
  } catch (error) {
    // The rollback must follow the statements that are still running.
    await Promise.allSettled([inserting]);
    throw error;
  }
  const { records, blocks, moved } = chained;
  const entries = invoices.flatMap(({ id, document, registration }) =>
    registration.register === 'sii'
      ? [{ id, identity: identityOf(document), entry: registration.entry }]
      : [],
  );
  const issued = invoices.length;
  const failed = batch.failed.length + errors.size;
  const status = finalBatchStatus({ issued, failed });
  const ending = pipeline(client, [
    () => inserting,
    () =>
      records.length > 0 ? insertRegistrationRecords(client, organizationId, at, records, blocks) : null,
    () => (records.length > 0 ? moveChains(client, moved) : null),
    () => (entries.length > 0 ? insertSiiEntries(client, organizationId, at, entries) : null),
    () => (moves.length > 0 ? moveCounters(client, organizationId, moves) : null),
    () =>
      errors.size + failedNow.size > 0 ? failBatchInvoices(client, organizationId, errors, failedNow) : null,
    () => finishBatch(client, batchId, { status, at, anyIssued: issued > 0 }),
  ]);
  const sii = countByChain(heads, entries).map(({ chainId, count }) => ({ chainId, entries: count }));
  const spfe = countByChain(heads, deliveries.filter(isUnwritten)).map(({ chainId, count }) => ({
    chainId,
    deliveries: count,
  }));
  const remitted = new Map(heads.map((head) => [head.id, head.remittedSequence]));
  const chains = moved.map(({ id, sequence }) => ({ chainId: id, pending: sequence - remitted.get(id)! }));
  const summarize = ([, , , , , , pdfsOnDemand]: Awaited<typeof ending>): IssuedBatch => ({
    kind: 'issued',
    issued,
    failed,
    chains,
    sii,
    spfe,
    pdfsOnDemand,
  });
  return { answers: ending.then(summarize) };
}

/** Returns whether the contents of a delivery have to be written. */
const isUnwritten = ({ delivery: { state } }: NewDelivery) => state === 'prepared' || state === 'pending';

/** Counts by the chains of their issuers what follows from invoices, leaving out chains without any. */
function countByChain(
  heads: readonly ChainHead[],
  some: readonly { readonly identity: InvoiceIdentity }[],
): { readonly chainId: number; readonly count: number }[] {
  const byIssuer = Map.groupBy(some, ({ identity }) => identity.issuerNif);
  return heads.flatMap(({ id, issuerNif }) => {
    const own = byIssuer.get(issuerNif);
    return own === undefined ? [] : [{ chainId: id, count: own.length }];
  });
}

/** Builds the database rows of the invoices. */
function buildIssuedInvoices(
  invoices: readonly Numbered[],
  heads: readonly ChainHead[],
  { qrEnvironment }: IssueContext,
): Promise<NewIssuedInvoice[]> {
  const profiles = new Map(heads.map((head) => [head.issuerNif, head.issuerProfileId]));
  return mapYielding(invoices, ({ id, document, registration, bytes, rectifies, given }) => {
    const identity = identityOf(document);
    const { total } = registeredAmounts(document);
    return {
      ...identity,
      id,
      total,
      issuerProfileId: profiles.get(identity.issuerNif) ?? null,
      qrUrl: registration.register === 'verifactu' ? buildQrUrl(qrEnvironment, { ...identity, total }) : null,
      documentBytes: bytes,
      type: document.type,
      issuerName: document.issuer.name,
      operationDate: document.operationDate,
      rectifies,
      recipientTerm: document.recipient && findRecipientTerm(document.recipient.documentNumber),
      furtherTerms: listFurtherTerms(document),
      given,
    };
  });
}

/**
 * Lists the terms of further recipients and of the invoices in the lists of version 2, by which
 * lists find the invoice, and an invoice is found that replaces or substitutes the same one.
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
  registers: IssuerRules,
  candidates: readonly Judged[],
  errors: Map<number, Text>,
): Promise<Judged[]> {
  // A decision about the register of an issuer holds for all organizations.
  const isOpen = ({ issuer, issueDate }: Judged['document']) => !isDecided(registers, issuer.nif, issueDate);
  const issuers = new Set(
    candidates.flatMap(({ document }) => (isOpen(document) ? document.issuer.nif : [])),
  );
  const asked = heads.filter(({ issuerNif }) => issuers.has(issuerNif));
  const contested = await refuseContested(connection, asked, registers.verifactu);
  return candidates.filter(({ id, document }) => {
    const refusal = isOpen(document) ? contested.get(document.issuer.nif) : undefined;
    if (refusal === undefined) return true;
    errors.set(id, refusal);
    return false;
  });
}
