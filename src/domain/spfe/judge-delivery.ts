import type { SpfeChannel, SpfeMissingFact } from '../../contracts/spfe.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import { memberOf, type Refusal } from '../einvoice/refusal.ts';
import { judgeSpfe } from '../einvoice/spfe/check-spfe.ts';
import { warnOfDoubts } from '../einvoice/spfe/warn-of-doubts.ts';
import { warnOfRefusal } from '../einvoice/warn-of-refusal.ts';
import type { Finding, Warning } from '../reading/findings.ts';
import { type Concern, concernOf, type SpfeDuty } from './concern.ts';

/** What decides how an issuer's invoice is delivered on its issue date. */
export type DeliveryRules = {
  /** `prepare` only warns; `send` also refuses what could never be sent. */
  readonly mode: 'prepare' | 'send';
  /** That of the issuer, where neither the invoice nor the profile of its recipient states one. */
  readonly channel: SpfeChannel;
  readonly duty: SpfeDuty;
  /** The issuer's present profile; null if it has none. */
  readonly profile: IssuerDetails | null;
};

/** How an invoice would be delivered, and what is wrong with that. */
export type JudgedDelivery = {
  readonly concern: Concern;
  /** null if the duty does not concern the invoice. */
  readonly channel: SpfeChannel | null;
  /** For which the invoice is refused before it is numbered; none in mode `prepare`. */
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
};

/**
 * Judges how an invoice would be delivered by the duty of electronic invoices (RD 238/2026), for an
 * issuer whose mode on the issue date is `prepare` or `send`. In mode `send`, the rules of Orden
 * HAC/1028/2026 and missing facts are findings; rules that are known only from elsewhere are
 * warnings, as everything is in mode `prepare`. Nothing is judged of an invoice that another program
 * delivers (`elsewhere`). Does no I/O, and writes no file unless the invoice is very large.
 * @param document completed with the profiles of its recipients.
 */
export function judgeDelivery(
  document: InvoiceDocument,
  { mode, channel: ofIssuer, duty, profile }: DeliveryRules,
): JudgedDelivery {
  const concern = concernOf(document, duty);
  if (concern.kind === 'not_concerned') return { concern, channel: null, findings: [], warnings: [] };
  const channel = document.spfeChannel ?? ofIssuer;
  if (channel === 'elsewhere') return { concern, channel, findings: [], warnings: [] };
  const { refusals, bytes } = judgeSpfe({ document, profile });
  const missing = listMissing(document, concern, duty);
  const isRefused = (refusal: Refusal) =>
    mode === 'send' && concern.kind === 'concerned' && isOfOrden(refusal);
  return {
    concern,
    channel,
    findings: [
      ...(mode === 'send' ? missing.map(findMissing) : []),
      ...refusals.filter(isRefused).map(findRefused),
    ],
    warnings: [
      ...(mode === 'send' ? [] : missing.map(warnOfMissing)),
      ...refusals
        .filter((refusal) => !isRefused(refusal))
        .map((refusal) => warnOfRefusal('ubl', 'spfe', refusal)),
      ...warnOfDoubts(document, bytes),
    ],
  };
}

/** The rules of Annex I that have names of EN 16931 or of another law. */
const OTHERS_OF_ORDEN: ReadonlySet<string> = new Set([
  'BG-7',
  'BR-CO-15',
  // BT-40 and BT-55 have countries of ISO 3166-1.
  'BR-CL-14',
  'RD 1619/2012 art. 6.1.e',
]);
/** The limit of the size is known only from AEAT's seminar. */
const SIZE = 'SPFE size';
const isOfOrden = ({ rule }: Refusal): boolean =>
  (rule.startsWith('SPFE ') && rule !== SIZE) || OTHERS_OF_ORDEN.has(rule);

/** The rules by which something is missing. The others forbid what is there. */
const OF_MISSING: ReadonlySet<string> = new Set([
  'RD 1619/2012 art. 6.1.e',
  'SPFE BT-39',
  'SPFE BT-50',
  'SPFE BT-52',
  'SPFE BT-53',
  'SPFE BT-54',
  'SPFE BT-161 RCAT',
  'SPFE BT-ES-21',
]);

function findRefused(refusal: Refusal): Finding {
  const { rule, message: reason } = refusal;
  return {
    field: memberOf(refusal),
    code: OF_MISSING.has(rule) ? 'blank' : 'not_allowed',
    aeatCode: null,
    rule,
    message: formatMessage('spfe_cannot_be_sent', { rule, reason }),
  };
}

/** What each missing fact is, with its remedy. */
const MISSING: Readonly<Record<SpfeMissingFact, Text>> = {
  issuer_setting: formatMessage('spfe_lacks_issuer_setting'),
  establishment_in_spain: formatMessage('spfe_lacks_establishment_in_spain'),
  is_business: formatMessage('spfe_lacks_is_business'),
};
const RULE_OF_CONCERN = 'RD 238/2026 art. 3';

/** A missing fact, and the path of the member that states it. */
type Missing = { readonly fact: SpfeMissingFact; readonly field: string };

function listMissing(document: InvoiceDocument, concern: Concern, duty: SpfeDuty): Missing[] {
  if (concern.kind !== 'unknown') return [];
  const { recipient, otherRecipients = [] } = document;
  const place = [recipient, ...otherRecipients].findIndex(
    (one) => concernOf({ ...document, recipient: one, otherRecipients: [] }, duty).kind === 'unknown',
  );
  const fields: Readonly<Record<SpfeMissingFact, string>> = {
    issuer_setting: 'issuer_nif',
    establishment_in_spain: `recipients[${place}].document_number`,
    is_business: `recipients[${place}].is_business`,
  };
  return concern.missing.map((fact) => ({ fact, field: fields[fact] }));
}

const sayMissing = ({ fact, field }: Missing) => ({
  field,
  aeatCode: null,
  message: formatMessage('spfe_concern_unknown', { missing: MISSING[fact] }),
});

function findMissing(missing: Missing): Finding {
  return { ...sayMissing(missing), code: 'blank', rule: RULE_OF_CONCERN };
}

function warnOfMissing(missing: Missing): Warning {
  return { ...sayMissing(missing), code: 'spfe_concern_unknown' };
}
