import type { SpfeMissingFact, SpfeReason, WarningCode } from '../../../contracts/codes.ts';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { joinTexts, type Text } from '../../../contracts/messages/texts.ts';
import { Findings, type Warning } from '../../reading/findings.ts';
import { concernOf } from '../../spfe/concern.ts';
import { judgeFormats, type Source } from '../formats.ts';
import { warnOfRefusal } from '../warn-of-refusal.ts';
import { KEY_OF_OTHER_REGIMES } from './switches.ts';
import { isKeyAssumed } from './taxes.ts';

const REASONS: Readonly<Record<SpfeReason, Text>> = {
  simplified: formatMessage('spfe_simplified'),
  no_recipient: formatMessage('spfe_no_recipient'),
  foreign_recipient: formatMessage('spfe_foreign_recipient'),
  public_body: formatMessage('spfe_public_body'),
  consumer: formatMessage('spfe_consumer'),
  before_duty: formatMessage('spfe_before_duty'),
};
const MISSING: Readonly<Record<SpfeMissingFact, Text>> = {
  issuer_setting: formatMessage('spfe_lacks_issuer_setting'),
  establishment_in_spain: formatMessage('spfe_lacks_establishment_in_spain'),
  is_business: formatMessage('spfe_lacks_is_business'),
};

/**
 * Warns of what keeps an invoice from the public solution of AEAT (SPFE), as if the duty of its
 * issuer had begun: that it is not concerned and why, or which fact is missing, the rule that forbids
 * its file, and what the file would have to leave out or assume.
 */
export function warnOfSpfe(source: Source): Warning[] {
  const { document } = source;
  const concern = concernOf(document, { from: document.issueDate, arePersonsBusinesses: null });
  if (concern.kind === 'not_concerned') {
    const message = formatMessage('spfe_not_concerned', { reason: REASONS[concern.reason] });
    const field = concern.reason === 'simplified' ? 'invoice_type' : 'recipients';
    return [{ field, code: 'spfe_not_concerned', aeatCode: null, message }];
  }
  const refusal = judgeFormats(source, ['ubl'], 'spfe').get('ubl')!;
  return [
    ...(concern.kind === 'unknown' ? [warnOfMissing(concern.missing)] : []),
    ...(refusal === null ? [] : [warnOfRefusal('ubl', 'spfe', refusal)]),
    ...warnOfDoubts(document),
  ];
}

function warnOfMissing(missing: readonly SpfeMissingFact[]): Warning {
  const named = joinTexts(missing.map((fact) => MISSING[fact]));
  return {
    field: missing.includes('is_business') ? 'recipients[0].is_business' : 'recipients[0].document_number',
    code: 'spfe_concern_unknown',
    aeatCode: null,
    message: formatMessage('spfe_concern_unknown', { missing: named }),
  };
}

/** The regime of the lease of premises. */
const LEASE = '11';

function warnOfDoubts({ lines, paid, payment }: InvoiceDocument): Warning[] {
  const warnings = new Findings<WarningCode>();
  if (paid === true && payment?.paidOn === undefined)
    warnings.report('payment', 'spfe_payment_day_missing', formatMessage('spfe_without_payment_day'));
  for (const [place, line] of lines.entries()) {
    const report = warnings.reportOnLine(place);
    if (line.regime === LEASE && line.property === undefined)
      report('property', 'spfe_property_missing', formatMessage('spfe_without_property'));
    if (isKeyAssumed(line)) {
      const says = { regime: line.regime, key: KEY_OF_OTHER_REGIMES };
      report('tax_regime', 'spfe_regime_assumed', formatMessage('spfe_regime_assumed', says));
    }
  }
  return warnings.list();
}
