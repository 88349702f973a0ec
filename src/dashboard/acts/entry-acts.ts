import type { CorrectionAction } from '../../contracts/correction-input.ts';
import { describeLater } from '../../domain/registration/correction-obstacles.ts';
import {
  decideEntryCorrection,
  type NextVersion,
  type PastVersion,
} from '../../domain/sii/decide-correction.ts';
import { describeEntryObstacle } from '../../domain/sii/entry-obstacles.ts';
import type { Correctable } from '../../operate/orders/correctable.ts';
import { markOf, type Sight } from './offered-act.ts';

/**
 * Shows the act that orders a correction of an invoice in SII: its annulment (baja), or a new version
 * of its entry (A1 or A0).
 * @param versions all versions of the entry, at least one.
 * @param openOrder the order that is being carried out; null if there is none.
 */
export function seeEntry(
  { id, organizationId, issuerNif, number, issueDate, later }: Correctable,
  versions: readonly PastVersion[],
  action: CorrectionAction,
  openOrder: number | null,
): Sight {
  const decision = decideEntryCorrection(versions, action);
  return {
    title: action === 'annul' ? `Annul invoice ${id}` : `Resend invoice ${id} to AEAT`,
    stands: [
      `Invoice ${id}, number ${number} of ${issueDate}, issuer ${issuerNif}, organization ${organizationId}.`,
      ...versions.map(describeVersion),
    ],
    will:
      decision.kind === 'refused'
        ? 'Nothing is sent.'
        : `A worker adds ${NAMES[decision.kind]}, and sends it to SII.`,
    cannot:
      action === 'annul'
        ? 'An annulment cannot be withdrawn: the invoice stays annulled, its number cannot be used again, and its PDF shows the annulment.'
        : 'The version cannot be withdrawn: it is valid as soon as AEAT accepts it.',
    refusal: findRefusal(decision, { later, openOrder, action }),
    command: `npm run engine -- invoice ${action} ${id} --reason …`,
    choice:
      action === 'resend' && decision.kind !== 'baja'
        ? {
            name: 'outside_census',
            label:
              "Identify the recipient as missing from AEAT's census (IDType 07; AEAT's advice for error 1117)",
          }
        : null,
    mark: markOf(
      action,
      openOrder,
      versions.map(({ version, state, code }) => [version, state, code]),
    ),
  };
}

const NAMES = {
  A0: 'a version that enters the invoice again (A0)',
  A1: 'a version that replaces the entry (A1)',
  baja: 'a version that withdraws the entry (baja)',
} as const satisfies Record<NextVersion['kind'], string>;

function findRefusal(
  decision: ReturnType<typeof decideEntryCorrection>,
  {
    later,
    openOrder,
    action,
  }: {
    readonly later: readonly string[];
    readonly openOrder: number | null;
    readonly action: CorrectionAction;
  },
): string | null {
  if (openOrder !== null) return `An earlier order to correct it is being carried out (order ${openOrder}).`;
  if (decision.kind === 'refused') {
    const { en: why } = describeEntryObstacle(decision).why;
    return `${why[0]!.toUpperCase()}${why.slice(1)}.`;
  }
  return action === 'annul' && later.length > 0 ? `${describeLater(later).en}.` : null;
}

/** Describes a version without AEAT's text, which may contain names. */
function describeVersion({ version, kind, state, code, fiscalYear, period }: PastVersion): string {
  const said =
    state === null
      ? 'AEAT has not answered yet'
      : `${state.replaceAll('_', ' ')} by AEAT${code === null ? '' : `: ${code}`}`;
  return `Version ${version} of its entry in SII (${kind}, period ${fiscalYear}-${period}): ${said}.`;
}
