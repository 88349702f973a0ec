import type { PoolClient } from 'pg';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { findSettlementPeriod, type RegisterDecision } from '../domain/registers/choose-register.ts';
import { cannotBeOutsideCensus, describeLater } from '../domain/registration/correction-obstacles.ts';
import { decideEntryCorrection } from '../domain/sii/decide-correction.ts';
import { draftEntry } from '../domain/sii/draft-entry.ts';
import { describeEntryObstacle } from '../domain/sii/entry-obstacles.ts';
import { writeSiiReference } from '../domain/sii/external-reference.ts';
import { writeEntry, writeWithdrawal } from '../domain/sii/messages/write-entry.ts';
import { findAccrualDate } from '../domain/sii/period.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { queryAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { EntityManager } from '../platform/postgres/open-database.ts';
import {
  type Corrected,
  type CorrectionOrder,
  KeyMayNotCorrect,
  OrderSettled,
  refuse,
} from './correction-order.ts';
import { findRepeatedVersion } from './find-repeated.ts';
import { type IssuedInvoice, listLiveCorrections } from './statements/corrections.ts';
import {
  addKeyVersion,
  addOrderedVersion,
  addVersion,
  type EntryVersion,
  type NewVersion,
  readDrafting,
} from './statements/entries.ts';

type Transaction = { readonly em: EntityManager; readonly client: PoolClient };

type EntryOrder = {
  readonly order: CorrectionOrder;
  readonly invoice: IssuedInvoice;
  /** All versions of the entry, at least one. */
  readonly versions: readonly EntryVersion[];
  /** What is decided about the registers of the issuer now. */
  readonly decisions: readonly RegisterDecision[];
  readonly at: Date;
  /** The chain of the issuer that the caller locked; null if it is retired. */
  readonly chainId: number | null;
};

/**
 * Corrects an invoice in SII by a new version of its entry, which the workers send. The caller holds
 * the lock of the issuer's chain, which prevents other corrections meanwhile; a version that is sent
 * cannot be corrected before AEAT has answered it.
 * @throws CorrectionRefused; KeyMayNotCorrect; OrderSettled.
 */
export async function correctEntry(
  { em, client }: Transaction,
  { order, invoice, versions, decisions, at, chainId }: EntryOrder,
): Promise<Corrected> {
  const { organizationId } = invoice;
  const repeated = 'key' in order ? findRepeatedVersion(versions, order) : undefined;
  if (repeated) {
    const { kind, version } = repeated;
    return { register: 'sii', kind, organizationId, chainId, version, isRepeated: true };
  }
  const decision = decideEntryCorrection(versions, order.action);
  if (decision.kind === 'refused') {
    const { code, why } = describeEntryObstacle(decision);
    refuse(order, invoice, code, why);
  }
  const later = order.action === 'annul' ? await listLiveCorrections(client, order.invoiceId, invoice) : [];
  if (later.length > 0) refuse(order, invoice, 'corrected_by_others', describeLater(later));
  if (order.isRecipientOutsideCensus) {
    const why =
      decision.kind === 'baja'
        ? formatMessage('annulment_without_recipient')
        : cannotBeOutsideCensus(invoice.document);
    if (why !== null) refuse(order, invoice, 'recipient_not_applicable', why);
  }
  const version = versions.at(-1)!.version + 1;
  const own = {
    number: invoice.number,
    externalReference: writeSiiReference(order.invoiceId, version),
  };
  const written =
    decision.kind === 'baja'
      ? withdraw(invoice, decision.period, own)
      : await describe(client, { order, invoice, decisions }, own);
  const added = { ...written, issuedInvoiceId: order.invoiceId, version, kind: decision.kind };
  await store({ em, client }, { order, invoice, added, at });
  return { register: 'sii', kind: decision.kind, organizationId, chainId, version, isRepeated: false };
}

type Written = Pick<NewVersion, 'fiscalYear' | 'period' | 'record'>;
type Own = Parameters<typeof writeEntry>[1];

function withdraw(
  { document, issueDate }: IssuedInvoice,
  period: Pick<Written, 'fiscalYear' | 'period'>,
  own: Own,
): Written {
  return { ...period, record: writeWithdrawal({ issuer: document.issuer, issueDate, ...period }, own) };
}

/** Describes the immutable document again, by the mapping and the decisions of today. */
async function describe(
  client: PoolClient,
  { order, invoice, decisions }: Pick<EntryOrder, 'order' | 'invoice' | 'decisions'>,
  own: Own,
): Promise<Written> {
  const { document, issuerNif } = invoice;
  const { rules, rectifiedOperationDate, enteredOn } = await readDrafting(client, order.invoiceId);
  const registers = { verifactu: false, decisions };
  const named = document.rectification?.invoices ?? [];
  const drafted = draftEntry(document, {
    settlementPeriod: findSettlementPeriod(registers, issuerNif, findAccrualDate(document)),
    rules,
    rectifiedOperationDate: named.length > 1 ? null : rectifiedOperationDate,
    isRecipientOutsideCensus: order.isRecipientOutsideCensus === true,
    enteredOn,
  });
  if (drafted.kind === 'refused') {
    const [finding] = drafted.findings;
    refuse(
      order,
      invoice,
      'nothing_to_correct',
      formatMessage('entry_not_expressible', { says: finding!.message }),
    );
  }
  const { fiscalYear, period } = drafted.entry;
  return { fiscalYear, period, record: writeEntry(drafted.entry, own) };
}

type Storing = {
  readonly order: CorrectionOrder;
  readonly invoice: IssuedInvoice;
  readonly added: NewVersion;
  readonly at: Date;
};

async function store({ em, client }: Transaction, { order, invoice, added, at }: Storing): Promise<void> {
  const { organizationId, number } = invoice;
  if ('key' in order) {
    if (!(await addKeyVersion(client, order.key.tokenHash, order, added, at)))
      throw new KeyMayNotCorrect('The API key does not have the right to correct');
  } else if ('orderId' in order) {
    await queryAsOrganization(client, organizationId, { text: 'select' });
    if (!(await addOrderedVersion(client, order.orderId, added, at)))
      throw new OrderSettled('The order is settled already');
  } else {
    const { operator, reason } = order;
    const { kind, version } = added;
    await addVersion(client, organizationId, added, { operator, reason }, at);
    const act = `invoice.${order.action}` as const;
    const details = { number, kind, version };
    await recordAct(em, { operator, reason }, { act, organizationId, subjectId: order.invoiceId, details });
  }
}
