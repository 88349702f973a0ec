import type { TaxExemptionCode } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isVatNumber, vatPrefixOf } from '../invoice/vat-number.ts';
import { divideByKind, findProvision, findRegimeText, isForeignVat, type FiscalKey } from './fiscal-key.ts';
import { LEGAL_MENTIONS } from './legal-mentions.ts';
import type { Mentions } from './mentions.ts';

/*
 * Selects the mentions that an invoice must contain: RD 1619/2012, art. 6.1, letters j) exemption,
 * l) invoice issued by the recipient, m) reverse charge, n) travel agencies, ñ) used goods, o) cash
 * criterion, and the additional provision 4. The other regimes are named because they explain why
 * tax is charged, deferred or absent. LIVA is the Ley 37/1992. The texts are in legal-mentions.ts,
 * and their translations in src/render/template/languages.
 */

/**
 * A mention in the Spanish wording of the law, and its translation into the language of the page;
 * null when they are the same.
 */
export type LegalMention = { readonly law: string; readonly translation: string | null };

/** Selects a mention from the wording of any language. */
type Mention = (mentions: Mentions) => string;

function findRegimeMention(key: FiscalKey): Mention | null {
  return findRegimeText(key, LEGAL_MENTIONS.regimes) === null
    ? null
    : ({ regimes }) => findRegimeText(key, regimes) ?? '';
}

function findExemptionMention(key: FiscalKey, code: TaxExemptionCode): Mention {
  const provision = findProvision(key, code);
  return ({ exemptions, exemptionBy, exemptionOfOthers }) => {
    if (provision !== null) return exemptionBy(key.taxType, provision);
    const sentences: Partial<Record<TaxExemptionCode, string>> = exemptions;
    return (key.taxType === 'iva' ? sentences[code] : undefined) ?? exemptionOfOthers(key.taxType);
  };
}

function findOperationMention(key: FiscalKey): Mention | null {
  const { taxType, operationKey, exemptionCode } = key;
  if (isForeignVat(key)) return ({ foreignVat }) => foreignVat;
  if (exemptionCode !== null) return findExemptionMention(key, exemptionCode);
  if (operationKey === null || operationKey === 'S1') return null;
  return ({ [operationKey]: mention }) =>
    taxType === 'oss' || taxType === 'others' ? mention.other(taxType) : mention[taxType];
}

/**
 * Returns whether a business of another member state accounts for the tax itself: Directive
 * 2006/112/EC, arts. 196 and 226(11a). For services, Northern Ireland is not a member state.
 */
export function isReverseChargedAbroad(key: FiscalKey, recipient: InvoiceDocument['recipient']): boolean {
  return (
    key.taxType === 'iva' &&
    key.regime === '01' &&
    key.operationKey === 'N2' &&
    isVatNumber(recipient) &&
    recipient.countryCode !== null &&
    vatPrefixOf(recipient.countryCode) !== null
  );
}

function listOperationMentions(key: FiscalKey, recipient: InvoiceDocument['recipient']): (Mention | null)[] {
  return [
    findOperationMention(key),
    isReverseChargedAbroad(key, recipient) ? (all: Mentions) => all.reverseChargeAbroad : null,
  ];
}

/**
 * Returns the reason for which no tax is charged on an operation, in the wording of the law (EN
 * 16931 BT-120): its exemption, its reverse charge or why it is not subject. Returns null for an
 * operation that is taxed here.
 */
export function describeUntaxed(key: FiscalKey, recipient: InvoiceDocument['recipient']): string | null {
  const reasons = listOperationMentions(key, recipient).filter((mention) => mention !== null);
  return reasons.length === 0 ? null : reasons.map((mention) => mention(LEGAL_MENTIONS)).join(' ');
}

function listMentions(document: InvoiceDocument): Mention[] {
  const { groups, lines, recipient, unidentifiedRecipient } = document;
  const keys = groups.flatMap((group) => divideByKind(group, lines));
  const mentions = keys.flatMap((group) => [
    findRegimeMention(group),
    ...listOperationMentions(group, recipient),
  ]);
  if (unidentifiedRecipient) mentions.push((all) => all.unidentifiedRecipient);
  if (document.simplifiedQualified === true) mentions.push((all) => all.simplifiedQualified);
  if (document.issuedBy?.role === 'recipient') mentions.push((all) => all.issuedByRecipient);
  return mentions.filter((mention) => mention !== null);
}

/** Returns the mentions of an invoice without repetition, in the order of its tax groups. */
export function buildLegalMentions(
  document: InvoiceDocument,
  { mentions }: { readonly mentions: Mentions },
): LegalMention[] {
  const said = new Map<string, LegalMention>();
  for (const find of listMentions(document)) {
    const law = find(LEGAL_MENTIONS);
    const translation = find(mentions);
    said.set(law, { law, translation: translation === law ? null : translation });
  }
  return [...said.values()];
}
