import { ApiError, apiError, type ApiRefusal } from '../contracts/api-error.ts';
import type { DocumentFormatView } from '../contracts/document-formats.ts';
import { type ElectronicFormat, MEDIA_TYPES } from '../contracts/electronic-formats.ts';
import { UBL_PROFILES, type UblProfileName } from '../domain/einvoice/formats.ts';
import type { FormatStates, Refusal } from '../domain/einvoice/refusal.ts';
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
  { rule, message }: Refusal,
  { except, profile }: Refused = {},
): ApiError {
  const able = [...states].flatMap(([format, refusal]) => {
    if (refusal !== null || format === except) return [];
    return format === 'ubl' && profile === 'peppol' ? ['ubl (profile=cen)'] : [format];
  });
  return apiError('not_expressible', { rule, reason: message, formats: able.join(', ') || 'none' });
}

/** Why there is no document of an invoice in a format. */
export type Reason = Refusal & {
  /** The error with this message; absent if the format cannot express the invoice. */
  readonly error?: ApiRefusal;
};

/** Builds the answer for a batch without any document in a format. @param reason why the first invoice has none. */
export function refuseBatch(format: ElectronicFormat, { rule, message, error }: Reason): ApiError {
  return error ? new ApiError(error) : apiError('batch_not_expressible', { format, rule, reason: message });
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
    available: refusal === null,
    reason: refusal && translateReason(refusal, language),
  }));
}
