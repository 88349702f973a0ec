import { showControls } from '../../contracts/acts.ts';
import { SPFE_CONDITIONS } from '../../contracts/spfe.ts';
import type { ListedDelivery, ListedMessage, ListedReport } from '../../remit/spfe/issuers.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/**
 * Says how an invoice stands at the SPFE: `copy rejected, due by 2027-11-20T10:00:00.000Z  (SPFE-GEN-01: …)`.
 */
export function describeDelivery(delivery: ListedDelivery): string {
  const { mode, channel, state, dueBy, reason, missing, rule, code, message } = delivery;
  const due = dueBy === null ? '' : `, due by ${instant(dueBy)}`;
  const why = [
    ...(reason === null ? [] : [reason]),
    ...(state === 'unknown' ? [`nobody has stated ${missing?.join(', ')}`] : []),
    ...(rule === null ? [] : [rule]),
    ...(code === null && message === null
      ? []
      : [[code, message && showControls(message)].filter((part) => part !== null).join(': ')]),
  ];
  const told = mode === 'prepare' ? `${channel} ${state}, only prepared` : `${channel} ${state}`;
  return `${told}${due}${why.length === 0 ? '' : `  (${why.join('; ')})`}`;
}

/** Says what the issuer told about an invoice: `SETTLEMENT of 2027-11-20 accepted`. */
export function describeMessage({ kind, state, effectiveOn, dueOn, code, message }: ListedMessage): string {
  const day = effectiveOn === null ? '' : ` of ${effectiveOn}`;
  const due = dueOn === null ? '' : `, due on ${dueOn}`;
  const why = [code, message && showControls(message)].filter((part) => part !== null).join(': ');
  return `${kind}${day} ${state}${due}${why === '' ? '' : `  (${why})`}`;
}

/** Says what the recipient reported: `the recipient reported PAYMENT of 2027-11-20, seen 2027-11-21T08:00:00.000Z`. */
export function describeReport(report: ListedReport): string {
  const { kind, effectiveOn, dueOn, condition, firstSeenAt, goneAt } = report;
  const due = dueOn === null ? '' : `, due on ${dueOn}`;
  const why = condition === null ? '' : `, ${SPFE_CONDITIONS[condition] ?? `reason ${condition}`}`;
  const gone = goneAt === null ? '' : `, no longer told since ${instant(goneAt)}`;
  return `the recipient reported ${kind} of ${effectiveOn}${due}${why}, seen ${instant(firstSeenAt)}${gone}`;
}
