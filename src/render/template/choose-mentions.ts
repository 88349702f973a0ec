import type { TaxRegime } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { vatPrefixOf } from '../../domain/invoice/vat-number.ts';
import type { MentionedRegime, Mentions, Wording } from './languages/wording.ts';
import { LEGAL_MENTIONS } from './legal-mentions.ts';
import type { FiscalKey } from './tax-labels.ts';

/*
 * Selects the mentions that an invoice must contain: RD 1619/2012, art. 6.1, letters j) exemption, m) reverse charge, n) travel agencies,
 * ñ) used goods, o) cash criterion, and the additional provision 4. The other regimes are named because they explain why tax is charged,
 * deferred or absent. LIVA is the Ley 37/1992. The texts are in legal-mentions.ts and their translations in languages.
 */

/** A mention in the Spanish wording of the law, and its translation into the language of the page; null when they are the same. */
export type LegalMention = { readonly law: string; readonly translation: string | null };

/** Selects a mention from the wording of any language. */
type Mention = (mentions: Mentions) => string;

function isMentioned(regime: TaxRegime): regime is MentionedRegime {
  return regime !== '01' && regime !== '02' && regime !== '11';
}

function findRegimeMention({ taxType, regime }: FiscalKey): Mention | null {
  if (taxType !== 'iva' || regime === null || !isMentioned(regime)) return null;
  return ({ regimes }) => regimes[regime];
}

function findOperationMention({ taxType, operationKey, exemptionCode }: FiscalKey): Mention | null {
  if (exemptionCode !== null) {
    return ({ exemptions, exemptionOfOthers }) =>
      taxType === 'iva' ? exemptions[exemptionCode] : exemptionOfOthers(taxType);
  }
  if (operationKey === null || operationKey === 'S1') return null;
  return ({ [operationKey]: { iva, other } }) => (taxType === 'iva' ? iva : other(taxType));
}

/**
 * Returns whether a business of another member state accounts for the tax itself: Directive 2006/112/EC, arts. 196 and 226(11a). For
 * services, Northern Ireland is not a member state.
 */
function isReverseChargedAbroad(key: FiscalKey, recipient: InvoiceDocument['recipient']): boolean {
  return (
    key.taxType === 'iva' &&
    key.regime === '01' &&
    key.operationKey === 'N2' &&
    recipient?.documentType === 'international_vat_number' &&
    recipient.countryCode !== null &&
    vatPrefixOf(recipient.countryCode) !== null
  );
}

function listMentions(document: InvoiceDocument): Mention[] {
  const { groups, recipient, unidentifiedRecipient } = document;
  const mentions = groups.flatMap((group) => [
    findRegimeMention(group),
    findOperationMention(group),
    isReverseChargedAbroad(group, recipient) ? (all: Mentions) => all.reverseChargeAbroad : null,
  ]);
  if (unidentifiedRecipient) mentions.push((all) => all.unidentifiedRecipient);
  return mentions.filter((mention) => mention !== null);
}

/** Returns the mentions of an invoice without repetition, in the order of its tax groups. */
export function buildLegalMentions(document: InvoiceDocument, { mentions }: Wording): LegalMention[] {
  const said = new Map<string, LegalMention>();
  for (const find of listMentions(document)) {
    const law = find(LEGAL_MENTIONS);
    const translation = find(mentions);
    said.set(law, { law, translation: translation === law ? null : translation });
  }
  return [...said.values()];
}
