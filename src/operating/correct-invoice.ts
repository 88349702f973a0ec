import type { Pool, PoolClient } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { buildRegistroAlta } from '../domain/verifactu/build-registro-alta.ts';
import { buildRegistroAnulacion } from '../domain/verifactu/build-registro-anulacion.ts';
import {
  type Asked,
  type Correction,
  decideAnnulment,
  decideResending,
} from '../domain/verifactu/decide-correction.ts';
import { cannotBeOutsideCensus } from '../domain/verifactu/destinatario.ts';
import { formatGeneratedAt } from '../domain/reading/madrid-time.ts';
import { recordAct } from '../persistence/operating/acts.ts';
import {
  findIssuedInvoice,
  insertCorrection,
  type InvoiceRecord,
  type IssuedInvoice,
  listInvoiceRecords,
} from '../persistence/operating/corrections.ts';
import { withTransaction } from '../persistence/connection/database.ts';
import { type ChainHead, lockChains, moveChains, readIssuability } from '../persistence/issuing/issuing.ts';
import { noteFirstIdentity } from '../persistence/operating/restores.ts';
import { askRegister } from '../remission/register/ask-register.ts';
import { describeSystem, lastLink, type Software } from '../issuing/chain-records.ts';
import type { AeatSettings } from '../remission/open-issuer-client.ts';

export type CorrectContext = {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly software: Software;
  readonly aeat: AeatSettings;
  /** Of the database that is in use; null where nobody can be asked. */
  readonly historyInUse: string | null;
};

/** What an operator wants of an issued invoice. */
export type CorrectionOrder = Order & {
  readonly invoiceId: number;
  /** `annul`: the invoice should never have been issued. `resend`: AEAT refused its newest record, or found errors in it. */
  readonly wish: 'annul' | 'resend';
  readonly reason: string;
  /** The recipient's NIF is right, but AEAT's census does not have it: IDType 07 (AEAT's advice on error 2001). */
  readonly isRecipientOutsideCensus?: boolean;
};

/** A correction that the rules do not allow; the message says why. */
export class CorrectionRefused extends Error {
  override name = 'CorrectionRefused';
}

export type Corrected = {
  readonly kind: Correction['kind'];
  readonly organizationId: number;
  readonly chainId: number;
  readonly sequence: number;
  /** Records of the chain without an answer. */
  readonly pending: number;
};

/**
 * Corrects an issued invoice by one new registration record at its chain's head, and writes down who wanted it and why. Nothing that was
 * issued changes. Where AEAT called the invoice a duplicate, its register is asked first.
 * @throws CorrectionRefused when AEAT's matrix of operations does not allow it, or what AEAT has is not known to be ours.
 */
export async function correctInvoice(context: CorrectContext, order: CorrectionOrder): Promise<Corrected> {
  const { pool, aeat, now } = context;
  let corrected = await correct(context, order);
  // The first one that is seen has nothing to be compared.
  if (corrected.kind === 'another_database' && (await noteFirstIdentity(pool, now())))
    corrected = await correct(context, order);
  if (corrected.kind === 'another_database') throw new CorrectionRefused(UNMARKED);
  if (corrected.kind !== 'ask') return corrected;
  const { invoice, first } = corrected;
  const asked = await askRegister(pool, aeat, invoice, first, now());
  if (typeof asked === 'string') refuse(order, invoice, asked);
  const again = await correct(context, order, asked);
  if (again.kind === 'another_database' || again.kind === 'ask') throw new CorrectionRefused(UNMARKED);
  return again;
}

/** What stands between an order and its record: the chains of a new database must be marked, or AEAT be asked. */
type Obstacle =
  | { readonly kind: 'another_database' }
  | { readonly kind: 'ask'; readonly invoice: IssuedInvoice; readonly first: InvoiceRecord };

function correct(
  context: CorrectContext,
  order: CorrectionOrder,
  asked?: Asked,
): Promise<Corrected | Obstacle> {
  return withTransaction(context.pool, async (client) => {
    const invoice = await findIssuedInvoice(client, order.invoiceId);
    if (!invoice) throw new CorrectionRefused(`There is no issued invoice ${order.invoiceId}`);
    const { organizationId, issuerNif } = invoice;
    const [head] = await lockChains(client, organizationId, [issuerNif], { mayWait: true });
    const issuability = await readIssuability(client, head ? [head] : [], context.historyInUse);
    if (!issuability.isKnownDatabase) return { kind: 'another_database' };
    const records = await listInvoiceRecords(client, order.invoiceId);
    const [first] = records;
    if (!head || !first) {
      throw new CorrectionRefused(
        `Invoice ${invoice.number} was issued without VeriFactu: it has no registration record`,
      );
    }
    if (issuability.isCompared) refuse(order, invoice, SUSPENDED);
    const decide = order.wish === 'annul' ? decideAnnulment : decideResending;
    const decision = decide(records, asked);
    if (decision.kind === 'ask') return { kind: 'ask', invoice, first };
    if (decision.kind === 'refused') refuse(order, invoice, decision.why);
    if (order.isRecipientOutsideCensus) {
      const why = decision.kind === 'anulacion' ? NO_RECIPIENT : cannotBeOutsideCensus(invoice.document);
      if (why !== null) refuse(order, invoice, why);
    }
    return appendRecord(client, context, { order, invoice, head, correction: decision });
  });
}

const UNMARKED =
  'The database is not the one in use, or was restored or failed over a moment ago, and the workers have not marked its chains yet: nothing is corrected there until they have (npm run chains)';
const SUSPENDED = 'since a restore or a failover its chain waits to be compared with AEAT (npm run chains)';
const NO_RECIPIENT = 'an annulment has no recipient';

function refuse({ wish }: CorrectionOrder, { number }: IssuedInvoice, why: string): never {
  const wished = wish === 'annul' ? 'annulled' : 'sent again';
  throw new CorrectionRefused(`Invoice ${number} cannot be ${wished}: ${why}`);
}

type Appended = {
  readonly order: CorrectionOrder;
  readonly invoice: IssuedInvoice;
  readonly head: ChainHead;
  readonly correction: Correction;
};

async function appendRecord(
  client: PoolClient,
  { now, software }: CorrectContext,
  { order, invoice, head, correction }: Appended,
): Promise<Corrected> {
  // Under the chain's lock, so that time runs along it.
  const at = now();
  const { organizationId, number, issueDate } = invoice;
  const sequence = head.sequence + 1;
  const literals = {
    externalReference: `${head.id}-${sequence}`,
    system: describeSystem(software, head),
    previous: lastLink(head),
    generatedAt: formatGeneratedAt(at),
  };
  const { xml, hash } =
    correction.kind === 'anulacion'
      ? buildRegistroAnulacion({ ...literals, ...invoice, ...correction })
      : buildRegistroAlta({
          ...literals,
          document: invoice.document,
          correction: correction.flags,
          isRecipientOutsideCensus: order.isRecipientOutsideCensus ?? false,
        });
  await insertCorrection(
    client,
    organizationId,
    {
      record: {
        kind: correction.kind === 'anulacion' ? 'anulacion' : 'alta',
        chainId: head.id,
        sequence,
        issuedInvoiceId: order.invoiceId,
        previousHash: head.lastHash,
        hash,
        xml,
      },
      kind: correction.kind,
      reason: order.reason,
      operator: order.operator,
    },
    at,
  );
  await moveChains(client, [{ id: head.id, sequence, hash, number, issueDate }]);
  await recordAct(client, order, {
    act: `invoice.${order.wish}`,
    organizationId,
    subjectId: order.invoiceId,
    details: { number, chainId: head.id, sequence },
  });
  const pending = sequence - head.remittedSequence;
  return { kind: correction.kind, organizationId, chainId: head.id, sequence, pending };
}
