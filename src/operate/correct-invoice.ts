import type { Pool, PoolClient } from 'pg';
import { describeRefusal } from '../contracts/api-error.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { buildRegistroAnulacion } from 'verifactu-protocol/records/build-registro-anulacion';
import {
  type Asked,
  type Correction,
  decideAnnulment,
  decideResending,
} from 'verifactu-protocol/remission/decide-correction';
import {
  cannotBeOutsideCensus,
  describeLater,
  describeRuledOut,
} from '../domain/registration/correction-obstacles.ts';
import { describeInvoice } from '../domain/registration/describe-invoice.ts';
import { writeExternalReference } from '../domain/registration/external-reference.ts';
import { formatGeneratedAt } from '../domain/reading/madrid-time.ts';
import { queryAsOrganization } from '../platform/postgres/scoped-query.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import {
  findIssuedInvoice,
  type InvoiceRecord,
  type IssuedInvoice,
  listInvoiceRecords,
  listLiveCorrections,
  storeKeyCorrection,
} from './statements/corrections.ts';
import { type EntityManager, type Orm, withStatements } from '../platform/postgres/open-database.ts';
import { CorrectionRow } from '../platform/postgres/rows/correction-rows.ts';
import { RegistrationRecordRow } from '../platform/postgres/rows/issued-rows.ts';
import { storeOrderedCorrection } from './orders/orders.ts';
import { type ChainHead, lockChains, moveChains, readIssuability } from '../issue/statements/issuing.ts';
import { recordFirstIdentity } from '../platform/postgres/lineage/restores.ts';
import { describeSystem, lastLink, type Software } from '../issue/chain-records.ts';
import type { AeatSettings } from '../remit/open-issuer-client.ts';
import { findRepeated } from './find-repeated.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { correctEntry } from './correct-entry.ts';
import {
  type Corrected,
  type CorrectionOrder,
  CorrectionRefused,
  KeyMayNotCorrect,
  OrderSettled,
  refuse,
} from './correction-order.ts';
import { listVersions } from './statements/entries.ts';

export type CorrectContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly now: () => Date;
  readonly software: Software;
  /** Settings to query AEAT's register; null if no certificate can be presented, as in the API. */
  readonly aeat: AeatSettings | null;
  /** Lineage of the primary database; null if it cannot be determined. */
  readonly activeLineage: string | null;
};

/** Thrown if the invoice to correct is not issued or does not exist. */
export class InvoiceNotIssued extends Error {
  override name = 'InvoiceNotIssued';
}

/**
 * Corrects an issued invoice in the register that has it, and records who ordered it and why: by one
 * new registration record at the head of its chain, or by a new version of its entry in SII. Nothing
 * that was issued changes. If AEAT called the invoice a duplicate in VeriFactu, AEAT's register is
 * queried first. Repeating an order of an API key has no further effect.
 * @throws CorrectionRefused if AEAT's matrix of operations does not allow the correction, or if
 *   AEAT's record may not be ours; InvoiceNotIssued; KeyMayNotCorrect; OrderSettled.
 */
export async function correctInvoice(context: CorrectContext, order: CorrectionOrder): Promise<Corrected> {
  const { pool, orm, aeat, now } = context;
  let corrected = await correct(context, order);
  // The first database identity has no predecessor to compare with, so it is recorded and the
  // correction tried again.
  if (corrected.kind === 'another_database' && !('key' in order) && (await recordFirstIdentity(pool, now())))
    corrected = await correct(context, order);
  if (corrected.kind === 'another_database')
    throw new CorrectionRefused(describeRefusal('unmarked_database', {}));
  if (corrected.kind !== 'ask') return corrected;
  const { invoice, first } = corrected;
  if (aeat === null) refuse(order, invoice, 'register_unclear', FOR_OPERATORS);
  // The module is loaded only in processes that have certificates.
  const { askRegister } = await import('../remit/register/ask-register.ts');
  const asked = await askRegister({ pool, orm }, aeat, invoice, first, now());
  if (typeof asked === 'string') refuse(order, invoice, 'register_unclear', asked);
  const again = await correct(context, order, asked);
  if (again.kind === 'another_database' || again.kind === 'ask')
    throw new CorrectionRefused(describeRefusal('unmarked_database', {}));
  return again;
}

/**
 * Obstacle before the record can be created: the chains of a new database must be marked, or AEAT
 * must be queried.
 */
type Obstacle =
  | { readonly kind: 'another_database' }
  | { readonly kind: 'ask'; readonly invoice: IssuedInvoice; readonly first: InvoiceRecord };

function correct(
  context: CorrectContext,
  order: CorrectionOrder,
  asked?: Asked,
): Promise<Corrected | Obstacle> {
  return withStatements(context.orm, async (em, client) => {
    if ('key' in order) await queryAsOrganization(client, order.key.organizationId, { text: 'select' });
    const invoice = await findIssuedInvoice(client, order.invoiceId);
    if (!invoice) throw new InvoiceNotIssued(`There is no issued invoice ${order.invoiceId}`);
    const { organizationId, issuerNif } = invoice;
    const [head] = await lockChains(client, organizationId, [issuerNif], { mayWait: true });
    const issuability = await readIssuability(client, organizationId, [issuerNif], context.activeLineage);
    if (!issuability.isKnownDatabase) return { kind: 'another_database' };
    const versions = await listVersions(client, order.invoiceId);
    const records = await listInvoiceRecords(client, order.invoiceId);
    const isInSii = order.isInSii === true;
    if (isInSii && versions.length === 0) refuse(order, invoice, 'nothing_to_correct', NO_ENTRY);
    if (versions.length > 0 && (isInSii || records.length === 0)) {
      const isLive = records.length > 0 && records.at(-1)!.kind !== 'anulacion';
      if (isLive && order.action === 'annul') refuse(order, invoice, 'nothing_to_correct', LIVE);
      const { decisions } = issuability;
      return correctEntry(
        { em, client },
        { order, invoice, versions, decisions, at: context.now(), chainId: head?.id ?? null },
      );
    }
    const [first] = records;
    if (!head || !first) {
      throw new CorrectionRefused(describeRefusal('without_verifactu', { number: invoice.number }));
    }
    const repeated = 'key' in order ? findRepeated(records, order) : undefined;
    if (repeated) {
      const { kind, chainId, sequence } = repeated;
      const pending = head.sequence - head.remittedSequence;
      return {
        register: 'verifactu',
        kind: kind === 'alta' ? 'subsanacion' : kind,
        organizationId,
        chainId,
        sequence,
        pending,
        isRepeated: true,
      };
    }
    if (issuability.isCompared) refuse(order, invoice, 'chain_suspended', SUSPENDED);
    if (issuability.isHalted && 'key' in order) refuse(order, invoice, 'chain_halted', HALTED);
    const decide = order.action === 'annul' ? decideAnnulment : decideResending;
    const decision = decide(records, asked);
    if (decision.kind === 'refused') {
      const { code, why } = describeRuledOut(decision);
      refuse(order, invoice, code, why);
    }
    // The lock of the chain prevents other corrections of the invoice meanwhile.
    const isAnnulment = order.action === 'annul';
    const later = isAnnulment ? await listLiveCorrections(client, order.invoiceId, invoice) : [];
    if (later.length > 0) refuse(order, invoice, 'corrected_by_others', describeLater(later));
    if (decision.kind === 'ask') return { kind: 'ask', invoice, first };
    if (order.isRecipientOutsideCensus) {
      const why = decision.kind === 'anulacion' ? NO_RECIPIENT : cannotBeOutsideCensus(invoice.document);
      if (why !== null) refuse(order, invoice, 'recipient_not_applicable', why);
    }
    return appendRecord({ em, client }, context, { order, invoice, head, correction: decision });
  });
}

const NO_ENTRY = formatMessage('entry_missing');
const LIVE = formatMessage('record_not_annulled');
const SUSPENDED = formatMessage('chain_unmarked');
const HALTED = formatMessage('chain_halted');
const FOR_OPERATORS = formatMessage('register_unclear');
const NO_RECIPIENT = formatMessage('annulment_without_recipient');

type Appended = {
  readonly order: CorrectionOrder;
  readonly invoice: IssuedInvoice;
  readonly head: ChainHead;
  readonly correction: Correction;
};

async function appendRecord(
  { em, client }: { readonly em: EntityManager; readonly client: PoolClient },
  { now, software }: CorrectContext,
  { order, invoice, head, correction }: Appended,
): Promise<Corrected> {
  // The time is read under the lock of the chain, so that times increase along the chain.
  const at = now();
  const { organizationId, number, issueDate } = invoice;
  const sequence = head.sequence + 1;
  const literals = {
    externalReference: writeExternalReference(head.id, sequence),
    system: describeSystem(software, head),
    previous: lastLink(head),
    generatedAt: formatGeneratedAt(at),
  };
  const { xml, hash } =
    correction.kind === 'anulacion'
      ? buildRegistroAnulacion({ ...literals, ...invoice, ...correction })
      : buildRegistroAlta({
          ...literals,
          invoice: describeInvoice(invoice.document, order.isRecipientOutsideCensus),
          correction: correction.flags,
        });
  const { action, reason } = order;
  const stored = {
    record: {
      kind: correction.kind === 'anulacion' ? ('anulacion' as const) : ('alta' as const),
      chainId: head.id,
      sequence,
      issuedInvoiceId: order.invoiceId,
      previousHash: head.lastHash,
      hash,
      xml,
    },
    kind: correction.kind,
    reason,
  };
  if ('key' in order) {
    const mayCorrect = await storeKeyCorrection(client, order.key.tokenHash, action, stored, at);
    if (!mayCorrect) throw new KeyMayNotCorrect('The API key does not have the right to correct');
  } else if ('orderId' in order) {
    await queryAsOrganization(client, organizationId, { text: 'select' });
    if (!(await storeOrderedCorrection(client, order.orderId, stored, at)))
      throw new OrderSettled('The order is settled already');
  } else {
    const { operator } = order;
    const owner = { organizationId, issuedInvoiceId: order.invoiceId, chainId: head.id, sequence };
    await em.insert(RegistrationRecordRow, { ...stored.record, ...owner, generatedAt: at });
    await em.insert(CorrectionRow, { ...owner, kind: correction.kind, reason, operator, createdAt: at });
    await moveChains(client, [{ id: head.id, sequence, hash, number, issueDate }]);
    const act = `invoice.${action}` as const;
    const details = { number, chainId: head.id, sequence };
    const subjectId = order.invoiceId;
    await recordAct(em, { operator, reason }, { act, organizationId, subjectId, details });
  }
  const pending = sequence - head.remittedSequence;
  const { kind } = correction;
  return {
    register: 'verifactu',
    kind,
    organizationId,
    chainId: head.id,
    sequence,
    pending,
    isRepeated: false,
  };
}
