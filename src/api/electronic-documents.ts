import { ApiError, type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import type { DocumentFormatView, DocumentFormatViewV2 } from '../contracts/document-formats.ts';
import {
  type ElectronicFormat,
  MEDIA_TYPES,
  UBL_PROFILES,
  type UblProfileName,
} from '../contracts/electronic-formats.ts';
import { NOT_EXPRESSIBLE, pointerOf } from '../contracts/v2/details.ts';
import { type FormatStates, memberOf, type Refusal } from '../domain/einvoice/refusal.ts';
import type { MessageLanguage } from './choose-language.ts';
import type { FileExtension } from './file-names.ts';
import { readChoice } from './filters.ts';
import { translateRefusal } from './spanish/translate-refusal.ts';
import { translatePhrase } from './spanish/translate-text.ts';

/** The extension of the files of a format. */
export const EXTENSIONS_OF: Readonly<Record<ElectronicFormat, FileExtension>> = {
  ubl: 'xml',
  cii: 'xml',
  facturae: 'xsig',
  hybrid: 'pdf',
};

/**
 * Reads the parameter `profile`. Only UBL has another profile than that of EN 16931.
 * @throws 400 for a profile that the format does not have.
 */
export function readProfile(format: ElectronicFormat, value: unknown): UblProfileName {
  return readChoice('profile', value, format === 'ubl' ? UBL_PROFILES : (['cen'] as const)) ?? 'cen';
}

type Refused = {
  /** Not named among the formats that can express the invoice: a worker of another version refused it. */
  readonly except?: ElectronicFormat;
  /** The refused profile of UBL. The profile `cen` may express what Peppol refuses. */
  readonly profile?: UblProfileName;
};

/** Builds the answer for an invoice that a format cannot express. @param states the formats of the invoice. */
export function refuseDocument(
  states: FormatStates,
  refusal: Refusal,
  { except, profile }: Refused = {},
): ApiError {
  const able = [...states].flatMap(([format, found]) => {
    if (found !== null || format === except) return [];
    return format === 'ubl' && profile === 'peppol' ? ['ubl (profile=cen)'] : [format];
  });
  const { rule, message } = refusal;
  const formats = able.join(', ') || 'none';
  return new ApiError(
    nameRule(describeRefusal('not_expressible', { rule, reason: message, formats }), refusal),
  );
}

/** Adds the rule, and the member of the invoice that decides it, for answers of version 2. */
function nameRule(described: ApiRefusal, refusal: Refusal): ApiRefusal {
  const { rule } = refusal;
  const path = pointerOf(memberOf(refusal));
  const { message } = described;
  return { ...described, members: [{ path, code: NOT_EXPRESSIBLE, message, aeatCode: null, rule }] };
}

/** Why there is no document of an invoice in a format. */
export type Reason = Refusal & {
  /** The error with this message; absent if the format cannot express the invoice. */
  readonly error?: ApiRefusal;
};

/** Builds the answer for a batch without any document in a format. @param reason why the first invoice has none. */
export function refuseBatch(format: ElectronicFormat, reason: Reason): ApiError {
  const { rule, message, error } = reason;
  if (error) return new ApiError(error);
  return new ApiError(
    nameRule(describeRefusal('batch_not_expressible', { format, rule, reason: message }), reason),
  );
}

/** Translates why there is no document of an invoice in a format. A message without a translation stays as it is. */
export function translateReason({ rule, message, error }: Reason, language: MessageLanguage): Refusal {
  if (language !== 'es') return { rule, message };
  return { rule, message: error ? translateRefusal(error).message : (translatePhrase(message) ?? message) };
}

/** Describes the formats of an invoice. */
export function viewFormats(states: FormatStates, language: MessageLanguage): DocumentFormatView[] {
  return [...states].map(([format, refusal]) => ({
    format,
    media_type: MEDIA_TYPES[format],
    ...viewState(refusal, language),
  }));
}

/**
 * Describes the formats of an invoice in version 2, which lists the profiles of UBL.
 * @param states with the profile `cen`. @param peppol why UBL cannot express the invoice with the profile `peppol`; null if it can.
 */
export function viewFormatsV2(
  states: FormatStates,
  peppol: Refusal | null,
  language: MessageLanguage,
): DocumentFormatViewV2[] {
  return viewFormats(states, language).map((view) => {
    const { format, available, reason } = view;
    const profiles = [
      { profile: 'cen' as const, available, reason },
      { profile: 'peppol' as const, ...viewState(peppol, language) },
    ];
    return { ...view, profiles: format === 'ubl' ? profiles : [] };
  });
}

function viewState(
  refusal: Refusal | null,
  language: MessageLanguage,
): Pick<DocumentFormatView, 'available' | 'reason'> {
  return { available: refusal === null, reason: refusal && translateReason(refusal, language) };
}
