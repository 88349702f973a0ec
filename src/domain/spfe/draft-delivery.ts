import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import type { SpfeChannel, SpfeMissingFact, SpfeReason, SpfeState } from '../../contracts/spfe.ts';
import type { Finding, Warning } from '../reading/findings.ts';
import { chooseDelivering, type SpfeRules } from './choose-mode.ts';
import type { Concern } from './concern.ts';
import { judgeDelivery } from './judge-delivery.ts';

/** What is frozen of an invoice for its delivery to the SPFE when the invoice is issued. */
export type DraftDelivery = {
  readonly mode: 'prepare' | 'send';
  readonly channel: SpfeChannel;
  readonly state: Extract<SpfeState, 'not_concerned' | 'unknown' | 'elsewhere' | 'prepared' | 'pending'>;
  /** Why the duty does not concern it. */
  readonly reason: SpfeReason | null;
  /** The facts without which nobody can tell whether it does. */
  readonly missing: readonly SpfeMissingFact[];
};

/** What decides the deliveries of an organization's invoices, with what is known of their issuers. */
export type DeliveringRules = SpfeRules & {
  /** The present profiles of issuers whose invoices are delivered, by NIF. */
  readonly issuers: ReadonlyMap<string, IssuerDetails>;
};

/** The rules of an organization that delivers nothing. */
export const NO_DELIVERIES: DeliveringRules = { spfe: [], arePersonsBusinesses: null, issuers: new Map() };

type Drafted =
  | {
      readonly kind: 'drafted';
      /** Null if nobody decided that invoices of the issuer are delivered. */
      readonly delivery: DraftDelivery | null;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

const NOTHING: Drafted = { kind: 'drafted', delivery: null, warnings: [] };

/**
 * Drafts the delivery of a complete document by what was decided for its issuer on its issue date.
 * @returns the findings of a document that could never be sent although its issuer sends.
 */
export function draftDelivery(document: InvoiceDocument, rules: DeliveringRules): Drafted {
  const { issuer, issueDate } = document;
  const decision = chooseDelivering(rules, issuer.nif, issueDate);
  if (decision === null) return NOTHING;
  const { mode } = decision;
  const { concern, channel, findings, warnings } = judgeDelivery(document, {
    mode,
    channel: decision.channel,
    duty: { from: decision.validFrom, arePersonsBusinesses: rules.arePersonsBusinesses },
    profile: rules.issuers.get(issuer.nif) ?? null,
  });
  if (findings.length > 0) return { kind: 'refused', findings };
  const chosen = channel ?? decision.channel;
  const delivery = { mode, channel: chosen, ...describeConcern(concern, mode, chosen) };
  return { kind: 'drafted', delivery, warnings };
}

function describeConcern(
  concern: Concern,
  mode: DraftDelivery['mode'],
  channel: SpfeChannel,
): Pick<DraftDelivery, 'state' | 'reason' | 'missing'> {
  const { kind } = concern;
  if (kind === 'not_concerned') return { state: kind, reason: concern.reason, missing: [] };
  if (kind === 'unknown') return { state: kind, reason: null, missing: concern.missing };
  const waits = mode === 'send' ? 'pending' : 'prepared';
  return { state: channel === 'elsewhere' ? channel : waits, reason: null, missing: [] };
}
