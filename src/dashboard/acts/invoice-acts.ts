import {
  type CorrectionDecision,
  decideAnnulment,
  decideResending,
} from 'verifactu-protocol/remission/decide-correction';
import { describeLater, describeRuledOut } from '../../domain/registration/correction-obstacles.ts';
import {
  type Correctable,
  findCorrectable,
  listPastRecords,
  listPastVersions,
  type ToldRecord,
} from '../../operate/orders/correctable.ts';
import type { CorrectionAction } from '../../contracts/correction-input.ts';
import { findOpenOrder, insertOrder } from '../../operate/orders/orders.ts';
import { seeEntry } from './entry-acts.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';

/*
 * Acts of the commands npm run engine -- invoice annul, resend. The dashboard may not read the data
 * of a record: it stores an order, which a worker carries out.
 */

/**
 * Returns the act that orders a correction of an issued invoice: its annulment, or a new record of
 * it for AEAT. The id is that of the invoice. It only stores the order; it is refused while an
 * earlier order for the invoice is open.
 */
export function offerCorrection({ pool, orm }: ActContext, action: CorrectionAction): OfferedAct {
  return offerAct(
    async (id) => {
      const invoice = await findCorrectable(pool, id);
      if (invoice === null) return null;
      const openOrder = await findOpenOrder(orm.em.fork(), id);
      const versions = await listPastVersions(pool, id);
      const sight =
        versions.length > 0
          ? seeEntry(invoice, versions, action, openOrder)
          : see(invoice, await listPastRecords(pool, id), action, openOrder);
      return { sight, seen: id };
    },
    async (invoiceId, order) => {
      const wanted = { invoiceId, action, isRecipientOutsideCensus: order.isChosen };
      const orderId = await insertOrder(orm.em.fork(), order, wanted);
      return orderId === null
        ? {
            kind: 'refused',
            why: 'Another operator has ordered a correction of this invoice in the meantime.',
          }
        : { kind: 'ordered', orderId };
    },
  );
}

function see(
  invoice: Correctable,
  records: readonly ToldRecord[],
  action: CorrectionAction,
  openOrder: number | null,
): Sight {
  const { id, organizationId, issuerNif, number, issueDate, chainId, isHalted, isCompared } = invoice;
  const decision = (action === 'annul' ? decideAnnulment : decideResending)(records);
  const refusal = findRefusal(invoice, records, decision, { openOrder, action });
  return {
    title: action === 'annul' ? `Annul invoice ${id}` : `Resend invoice ${id} to AEAT`,
    stands: [
      `Invoice ${id}, number ${number} of ${issueDate}, issuer ${issuerNif}, organization ${organizationId}.`,
      ...records.map(describeRecord),
      ...(isHalted ? [`Chain ${chainId} is halted: the new record waits there until it is resumed.`] : []),
    ],
    will: explain(decision, action, chainId),
    cannot:
      action === 'annul'
        ? 'An annulment cannot be withdrawn: the invoice stays annulled, its number cannot be used again, and its PDF shows the annulment.'
        : 'The record cannot be withdrawn: it is valid as soon as AEAT accepts it.',
    refusal,
    command: `npm run engine -- invoice ${action} ${id} --reason …`,
    choice:
      action === 'resend' && decision.kind !== 'anulacion'
        ? {
            name: 'outside_census',
            label:
              "Identify the recipient as missing from AEAT's census (IDType 07; AEAT's advice for error 2001)",
          }
        : null,
    mark: markOf(
      action,
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
  { openOrder, action }: { readonly openOrder: number | null; readonly action: CorrectionAction },
): string | null {
  if (openOrder !== null) return `An earlier order to correct it is being carried out (order ${openOrder}).`;
  if (records.length === 0 || chainId === null)
    return `Invoice ${number} was issued without VeriFactu and has no registration record.`;
  if (isCompared)
    return `Chain ${chainId} waits for its comparison with AEAT, before which nothing is corrected in it.`;
  if (decision.kind === 'refused') {
    const { en: why } = describeRuledOut(decision).why;
    return `${why[0]!.toUpperCase()}${why.slice(1)}.`;
  }
  return action === 'annul' && later.length > 0 ? `${describeLater(later).en}.` : null;
}

function explain(decision: CorrectionDecision, action: CorrectionAction, chainId: number | null): string {
  const name =
    decision.kind === 'anulacion' || action === 'annul'
      ? 'an annulment (RegistroAnulacion)'
      : 'a correction (subsanación)';
  const record = `A worker appends ${name} at the head of chain ${chainId ?? '–'}, and sends it to AEAT.`;
  return decision.kind === 'ask'
    ? `AEAT called it a duplicate. A worker queries AEAT's register for it. Only if the registered record is ours, ${record[0]!.toLowerCase()}${record.slice(1)}`
    : record;
}

/**
 * Describes a record without AEAT's text, which may contain names. That text is on the page of the
 * batch, whose views are recorded.
 */
function describeRecord({ chainId, sequence, kind, answer, code }: ToldRecord): string {
  const what = kind === 'alta' ? 'the invoice' : 'its annulment';
  const said =
    answer === null
      ? 'AEAT has not answered yet'
      : `${answer.replaceAll('_', ' ')} by AEAT${code === null ? '' : `: ${code}, explained on the page of the batch`}`;
  return `Record ${sequence} of chain ${chainId}, ${what}: ${said}.`;
}
