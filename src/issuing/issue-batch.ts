import { buildBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import { resolveRectified } from '../domain/invoice/resolve-rectified.ts';
import { identityOf } from '../domain/invoice/invoice-identity.ts';
import { writeInvoice } from '../domain/invoice/write-invoice.ts';
import { finalBatchStatus } from '../domain/lifecycle/batch-status.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { buildQrUrl } from '../domain/verifactu/qr-url.ts';
import type { Connection } from '../persistence/connection/database.ts';
import type { DatabaseWitness } from '../persistence/identity/database-witness.ts';
import {
  type ChainHead,
  failBatchInvoices,
  finishBatch,
  insertIssuedInvoices,
  insertRegistrationRecords,
  lockBatch,
  lockChains,
  moveChains,
  type NewIssuedInvoice,
  readIssuability,
  type UnfinishedBatch,
} from '../persistence/issuing/issuing.ts';
import { findIssuedNumbers, findRectified } from '../persistence/issuing/lookups.ts';
import { mapYielding } from '../process/map-yielding.ts';
import { chainAndPack } from './chain-and-pack.ts';
import type { Software } from './chain-records.ts';
import { keepInvoice, type KeptInvoice, settlePacks } from './pack-documents.ts';
import type { Issuable, PreparedBatch } from './prepare-batch.ts';
import { refuseContested } from './refuse-contested.ts';
import { refuseTakenNumber } from '../domain/invoice/taken-number.ts';
import { joinMessages } from '../domain/reading/findings.ts';

export type IssueContext = {
  readonly now: () => Date;
  readonly software: Software;
  readonly qrEnvironment: 'test' | 'production';
  /** Whether it waits for chains that other transactions hold. */
  readonly mayWait: boolean;
  /** Told when it holds them: it waits no longer. */
  readonly onHeld: () => void;
  /** Tells which database is in use. */
  readonly witness: DatabaseWitness;
};

/** What became of a batch. */
export type IssuedBatch = {
  readonly kind: 'issued';
  readonly issued: number;
  readonly failed: number;
  /** Chains that got records, and how many of theirs AEAT has not answered. */
  readonly chains: readonly { readonly chainId: number; readonly pending: number }[];
  /** Nothing of it is printed before somebody asks. */
  readonly printsOnDemand: boolean;
};

/** One of its chains waits to be compared with AEAT, for so long already, in ms; null where the database is not the one in use. */
type Suspended = { readonly kind: 'suspended'; readonly comparedFor: number | null };

export type IssueResult =
  | IssuedBatch
  | { readonly kind: 'ended_before' }
  | Suspended
  /**
   * The batch begins anew: midnight passed, a chain was retired since the batch's chains were started, or the database was restored or failed
   * over since it was seen last, or is not the one in use.
   */
  | { readonly kind: 'day_changed' | 'chain_missing' | 'another_database' };

/**
 * Issues a prepared batch inside a transaction: numbers checked, invoices issued, records chained, batch ended, in a constant
 * number of statements. Locks the batch, then its chains in the order of their issuers.
 * @param today the day that the batch was prepared for; when midnight passed meanwhile nothing is done.
 */
export async function issueBatch(
  connection: Connection,
  batchId: number,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  today: string,
  context: IssueContext & { readonly historyInUse: Promise<string | null> },
): Promise<IssueResult> {
  const { organizationId } = batch;
  if (!(await lockBatch(connection, batchId))) return { kind: 'ended_before' };
  const issuerNifs = [...new Set([...prepared.invoices.values()].map(({ document }) => document.issuer.nif))];
  const heads = await lockChains(connection, organizationId, issuerNifs, context);
  context.onHeld();
  if (heads.length < issuerNifs.length) return { kind: 'chain_missing' };
  const issuability = await readIssuability(connection, heads, await context.historyInUse);
  if (!issuability.isKnownDatabase) return { kind: 'another_database' };
  // AEAT may know more of a restored chain: a record more here would fork it.
  if (batch.verifactu && issuability.isCompared)
    return { kind: 'suspended', comparedFor: issuability.comparedFor };
  // Under the locks, so that time runs along each chain.
  const at = context.now();
  if (todayInMadrid(at) !== today) return { kind: 'day_changed' };

  const errors = new Map<number, string>();
  for (const [position, error] of prepared.errors) errors.set(buildBatchInvoiceId(batchId, position), error);
  const candidates = [...prepared.invoices].map(([position, invoice]) => ({
    id: buildBatchInvoiceId(batchId, position),
    ...invoice,
  }));
  const rectified = await resolveAll(connection, organizationId, candidates, errors);
  const free = await refuseTakenNumbers(connection, organizationId, rectified, errors);
  // The last of the rules: it holds issuers against other organizations, and only for invoices that are issued.
  const invoices = await refuseOfContested(connection, heads, batch.verifactu, free, errors);

  // Sent before the records are begun, so that they are built while the database takes the invoices. Both end before anything is thrown:
  // no statement may come behind the transaction's own rollback.
  const rows = await buildIssuedInvoices(batch, invoices, heads, context);
  const documents = batch.isPacking ? await settlePacks(prepared.packs, invoices) : null;
  const [inserting, chaining] = await Promise.allSettled([
    insertIssuedInvoices(connection, organizationId, at, rows, documents),
    batch.verifactu ? chainAndPack(batch, invoices, heads, context.software, at) : null,
  ]);
  if (inserting.status === 'rejected') throw inserting.reason;
  if (chaining.status === 'rejected') throw chaining.reason;
  const chains: { chainId: number; pending: number }[] = [];
  if (chaining.value !== null && invoices.length > 0) {
    const { records, packs, moved } = chaining.value;
    await insertRegistrationRecords(connection, organizationId, at, records, packs);
    await moveChains(connection, moved);
    const remitted = new Map(heads.map((head) => [head.id, head.remittedSequence]));
    for (const { id, sequence } of moved) chains.push({ chainId: id, pending: sequence - remitted.get(id)! });
  }
  if (errors.size > 0) await failBatchInvoices(connection, errors);
  const issued = invoices.length;
  const failed = batch.failed.length + errors.size;
  const printsOnDemand = await finishBatch(connection, batchId, {
    status: finalBatchStatus({ issued, failed }),
    at,
    anyIssued: issued > 0,
  });
  return { kind: 'issued', issued, failed, chains, printsOnDemand };
}

/** The rows of invoices. */
function buildIssuedInvoices(
  { verifactu }: UnfinishedBatch,
  invoices: readonly Candidate[],
  heads: readonly ChainHead[],
  { qrEnvironment }: IssueContext,
): Promise<NewIssuedInvoice[]> {
  const profiles = new Map(heads.map((head) => [head.issuerNif, head.issuerProfileId]));
  return mapYielding(invoices, ({ id, document, bytes, text }) => {
    const identity = identityOf(document);
    const { total } = document.totals;
    return {
      ...identity,
      id,
      total,
      issuerProfileId: profiles.get(identity.issuerNif) ?? null,
      qrUrl: verifactu ? buildQrUrl(qrEnvironment, { ...identity, total }) : null,
      document: text,
      documentBytes: bytes,
      type: document.type,
      issuerName: document.issuer.name,
      operationDate: document.operationDate,
    };
  });
}

type Candidate = KeptInvoice & { readonly id: number };

/** Writes out those that rectify others, which are known now; those that can't be rectified become errors. */
async function resolveAll(
  connection: Connection,
  organizationId: number,
  candidates: readonly (Issuable & { readonly id: number })[],
  errors: Map<number, string>,
): Promise<Candidate[]> {
  const ids = candidates.flatMap((candidate) => ('text' in candidate ? [] : [candidate.rectifiedInvoiceId]));
  const found = await findRectified((statement) => connection.query(statement), organizationId, ids);
  return candidates.flatMap((candidate) => {
    if ('text' in candidate) return [candidate];
    const resolved = resolveRectified(candidate, found.get(candidate.rectifiedInvoiceId) ?? null);
    if (resolved.kind === 'prepared')
      return [{ ...keepInvoice(writeInvoice(resolved.invoice.document), false), id: candidate.id }];
    errors.set(candidate.id, joinMessages(resolved.findings));
    return [];
  });
}

async function refuseOfContested(
  connection: Connection,
  heads: readonly ChainHead[],
  verifactu: boolean,
  candidates: readonly Candidate[],
  errors: Map<number, string>,
): Promise<Candidate[]> {
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

async function refuseTakenNumbers(
  connection: Connection,
  organizationId: number,
  candidates: readonly Candidate[],
  errors: Map<number, string>,
): Promise<Candidate[]> {
  const identities = candidates.map(({ document }) => identityOf(document));
  const taken = await findIssuedNumbers(
    (statement) => connection.query(statement),
    organizationId,
    identities,
  );
  return candidates.filter(({ id }, index) => {
    const owner = taken.get(index);
    if (owner === undefined) return true;
    errors.set(id, refuseTakenNumber(owner).message);
    return false;
  });
}
