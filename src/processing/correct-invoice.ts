import type { Pool, PoolClient } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { buildRegistroAlta } from '../domain/verifactu/build-registro-alta.ts';
import { buildRegistroAnulacion } from '../domain/verifactu/build-registro-anulacion.ts';
import { type Correction, decideAnnulment, decideResending } from '../domain/verifactu/decide-correction.ts';
import { cannotBeOutsideCensus } from '../domain/verifactu/destinatario.ts';
import { formatGeneratedAt } from '../domain/verifactu/format-timestamp.ts';
import { recordAct } from '../persistence/acts.ts';
import {
  findIssuedInvoice,
  insertCorrection,
  type IssuedInvoice,
  listInvoiceRecords,
} from '../persistence/corrections.ts';
import { withTransaction } from '../persistence/database.ts';
import { type ChainHead, lockChains, moveChains, readStanding } from '../persistence/issuing.ts';
import { noteFirstIdentity } from '../persistence/restores.ts';
import { describeSystem, lastLink, type Software } from './chain-records.ts';

export type CorrectContext = { readonly pool: Pool; readonly now: () => Date; readonly software: Software };

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
 * issued changes.
 * @throws CorrectionRefused when AEAT's matrix of operations does not allow it.
 */
export async function correctInvoice(context: CorrectContext, order: CorrectionOrder): Promise<Corrected> {
  const corrected = await correct(context, order);
  if (corrected !== 'another database') return corrected;
  // The first one that is seen has nothing to be compared.
  const again = (await noteFirstIdentity(context.pool, context.now()))
    ? await correct(context, order)
    : corrected;
  if (again === 'another database') throw new CorrectionRefused(UNMARKED);
  return again;
}

function correct(context: CorrectContext, order: CorrectionOrder): Promise<Corrected | 'another database'> {
  return withTransaction(context.pool, async (client) => {
    const invoice = await findIssuedInvoice(client, order.invoiceId);
    if (!invoice) throw new CorrectionRefused(`There is no issued invoice ${order.invoiceId}`);
    const { organizationId, issuerNif } = invoice;
    const [head] = await lockChains(client, organizationId, [issuerNif]);
    const standing = await readStanding(client, head ? [head] : []);
    if (!standing.isKnownDatabase) return 'another database';
    const records = await listInvoiceRecords(client, order.invoiceId);
    if (!head || records.length === 0) {
      throw new CorrectionRefused(
        `Invoice ${invoice.number} was issued without VeriFactu: it has no registration record`,
      );
    }
    if (standing.isCompared) refuse(order, invoice, SUSPENDED);
    const decision = order.wish === 'annul' ? decideAnnulment(records) : decideResending(records);
    if (decision.kind === 'refused') refuse(order, invoice, decision.why);
    if (order.isRecipientOutsideCensus) {
      const why = decision.kind === 'anulacion' ? NO_RECIPIENT : cannotBeOutsideCensus(invoice.document);
      if (why !== null) refuse(order, invoice, why);
    }
    return appendRecord(client, context, { order, invoice, head, correction: decision });
  });
}

const UNMARKED =
  'The database was restored or failed over a moment ago, and the workers have not marked its chains yet: nothing is corrected until they have (npm run chains)';
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
