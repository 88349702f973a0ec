import {
  type CorrectionDecision,
  decideAnnulment,
  decideResending,
  describeLater,
} from '../../domain/verifactu/decide-correction.ts';
import {
  type Correctable,
  findCorrectable,
  listPastRecords,
  type ToldRecord,
} from '../../operate/orders/correctable.ts';
import { findOpenOrder, insertOrder, type Wish } from '../../operate/orders/orders.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';

/*
 * Acts of the commands npm run engine -- invoice annul, resend. The dashboard may not read the data of a
 * record: it stores an order, which a worker carries out.
 */

export function offerCorrection({ pool, orm }: ActContext, wish: Wish): OfferedAct {
  return offerAct(
    async (id) => {
      const invoice = await findCorrectable(pool, id);
      if (invoice === null) return null;
      const [records, openOrder] = [await listPastRecords(pool, id), await findOpenOrder(orm.em.fork(), id)];
      return { sight: see(invoice, records, wish, openOrder), seen: id };
    },
    async (invoiceId, order) => {
      const wanted = { invoiceId, wish, isRecipientOutsideCensus: order.isChosen };
      const orderId = await insertOrder(orm.em.fork(), order, wanted);
      return orderId === null
        ? { kind: 'refused', why: 'Somebody else has ordered a correction of it meanwhile.' }
        : { kind: 'ordered', orderId };
    },
  );
}

function see(
  invoice: Correctable,
  records: readonly ToldRecord[],
  wish: Wish,
  openOrder: number | null,
): Sight {
  const { id, organizationId, issuerNif, number, issueDate, chainId, isHalted, isCompared } = invoice;
  const decision = (wish === 'annul' ? decideAnnulment : decideResending)(records);
  const refusal = findRefusal(invoice, records, decision, { openOrder, wish });
  return {
    title: wish === 'annul' ? `Annul invoice ${id}` : `Send invoice ${id} to AEAT again`,
    stands: [
      `Invoice ${id}, number ${number} of ${issueDate}, issuer ${issuerNif}, organization ${organizationId}.`,
      ...records.map(describeRecord),
      ...(isHalted ? [`Chain ${chainId} is halted: the new record waits there until it is resumed.`] : []),
    ],
    will: explain(decision, wish, chainId),
    cannot:
      wish === 'annul'
        ? 'An annulment cannot be taken back: the invoice stays annulled, its number is not free again, and its PDF says so from then on.'
        : 'The record cannot be taken back: what AEAT accepts of it counts.',
    refusal,
    command: `npm run engine -- invoice ${wish} ${id} --reason …`,
    choice:
      wish === 'resend' && decision.kind !== 'anulacion'
        ? {
            name: 'outside_census',
            label:
              "Tell the recipient as one that AEAT's census does not have (IDType 07; AEAT's advice on error 2001)",
          }
        : null,
    mark: markOf(
      wish,
      chainId,
      isCompared,
      openOrder,
      records.map(({ sequence, answer, code }) => [sequence, answer, code]),
    ),
  };
}

function findRefusal(
  { number, chainId, isCompared, later }: Correctable,
  records: readonly ToldRecord[],
  decision: CorrectionDecision,
  { openOrder, wish }: { readonly openOrder: number | null; readonly wish: Wish },
): string | null {
  if (openOrder !== null) return `An order to correct it is being carried out (order ${openOrder}).`;
  if (records.length === 0 || chainId === null)
    return `Invoice ${number} was issued without VeriFactu: it has no registration record.`;
  if (isCompared)
    return `Chain ${chainId} waits to be compared with AEAT: nothing is corrected there before.`;
  if (decision.kind === 'refused') return `${decision.why[0]!.toUpperCase()}${decision.why.slice(1)}.`;
  return wish === 'annul' && later.length > 0 ? `${describeLater(later)}.` : null;
}

function explain(decision: CorrectionDecision, wish: Wish, chainId: number | null): string {
  const name =
    decision.kind === 'anulacion' || wish === 'annul'
      ? 'an annulment (RegistroAnulacion)'
      : 'a correction (subsanación)';
  const record = `A worker appends ${name} at the head of chain ${chainId ?? '–'}, and sends it to AEAT.`;
  return decision.kind === 'ask'
    ? `AEAT called it a duplicate: a worker asks its register whose record it has, and only where it is ours: ${record[0]!.toLowerCase()}${record.slice(1)}`
    : record;
}

/**
 * Describes a record without AEAT's text, which may contain names. That text is on the page of the batch,
 * whose views are recorded.
 */
function describeRecord({ chainId, sequence, kind, answer, code }: ToldRecord): string {
  const what = kind === 'alta' ? 'the invoice' : 'its annulment';
  const said =
    answer === null
      ? 'AEAT has not answered yet'
      : `${answer.replaceAll('_', ' ')} by AEAT${code === null ? '' : `: ${code}, in words on the page of the batch`}`;
  return `Record ${sequence} of chain ${chainId}, ${what}: ${said}.`;
}
