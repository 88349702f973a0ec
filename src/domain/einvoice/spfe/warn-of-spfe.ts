import type { SpfeReason } from '../../../contracts/spfe.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { Text } from '../../../contracts/messages/texts.ts';
import type { Warning } from '../../reading/findings.ts';
import { judgeDelivery } from '../../spfe/judge-delivery.ts';
import type { Source } from '../formats.ts';

const REASONS: Readonly<Record<SpfeReason, Text>> = {
  simplified: formatMessage('spfe_simplified'),
  no_recipient: formatMessage('spfe_no_recipient'),
  foreign_recipient: formatMessage('spfe_foreign_recipient'),
  public_body: formatMessage('spfe_public_body'),
  consumer: formatMessage('spfe_consumer'),
  before_duty: formatMessage('spfe_before_duty'),
};

/**
 * Warns of what keeps an invoice from the public solution of AEAT (SPFE), as if the duty of its
 * issuer had begun: that it is not concerned and why, or which fact is missing, the rules that forbid
 * its file, and what the file would have to leave out or assume.
 */
export function warnOfSpfe({ document, profile }: Source): Warning[] {
  const { concern, warnings } = judgeDelivery(document, {
    mode: 'prepare',
    channel: 'interconnect',
    duty: { from: document.issueDate, arePersonsBusinesses: null },
    profile,
  });
  if (concern.kind !== 'not_concerned') return [...warnings];
  const message = formatMessage('spfe_not_concerned', { reason: REASONS[concern.reason] });
  const field = concern.reason === 'simplified' ? 'invoice_type' : 'recipients';
  return [{ field, code: 'spfe_not_concerned', aeatCode: null, message }];
}
