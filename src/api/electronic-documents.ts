import { type ApiError, apiError } from '../contracts/api-error.ts';
import type { DocumentFormatView } from '../contracts/document-formats.ts';
import { type ElectronicFormat, MEDIA_TYPES } from '../contracts/electronic-formats.ts';
import {
  judgeFormats,
  type Source,
  UBL_PROFILES,
  type UblProfileName,
  writeXml,
} from '../domain/einvoice/formats.ts';
import { NotExpressible, type Refusal } from '../domain/einvoice/refusal.ts';
import type { MessageLanguage } from './choose-language.ts';
import type { FileExtension } from './file-names.ts';
import { readChoice } from './filters.ts';
import { translatePhrase } from './spanish/translate-text.ts';

/** The formats that are written when they are requested. A worker signs Facturae. */
export const WRITTEN_FORMATS = ['ubl', 'cii', 'hybrid'] as const satisfies readonly ElectronicFormat[];
export type WrittenFormat = (typeof WRITTEN_FORMATS)[number];

/** The extension of the files of a format. */
export const EXTENSIONS_OF: Readonly<Record<WrittenFormat, FileExtension>> = {
  ubl: 'xml',
  cii: 'xml',
  hybrid: 'pdf',
};

/**
 * Reads the parameter `profile`. Only UBL has another profile than that of EN 16931.
 * @throws 400 for a profile that the format does not have.
 */
export function readProfile(format: WrittenFormat, value: unknown): UblProfileName {
  return readChoice('profile', value, format === 'ubl' ? UBL_PROFILES : (['cen'] as const)) ?? 'cen';
}

/**
 * Writes the XML of an invoice.
 * @throws ApiError 422 with the rule that prevents it and the formats that can express the invoice.
 */
export function writeOrRefuse(format: WrittenFormat, source: Source, profile: UblProfileName): string {
  try {
    return writeXml(format, source, profile);
  } catch (error) {
    throw error instanceof NotExpressible ? refuseDocument(source, error.refusal) : error;
  }
}

/** Builds the answer for an invoice that a format cannot express. */
function refuseDocument(source: Source, { rule, message }: Refusal): ApiError {
  const able = [...judgeFormats(source)].flatMap(([format, refusal]) => (refusal === null ? [format] : []));
  return apiError('not_expressible', { rule, reason: message, formats: able.join(', ') || 'none' });
}

/** Translates why a format cannot express an invoice. A message without a translation stays as it is. */
export function translateReason(refusal: Refusal, language: MessageLanguage): Refusal {
  const { rule, message } = refusal;
  return language === 'es' ? { rule, message: translatePhrase(message) ?? message } : refusal;
}

/** Describes the formats of an invoice. */
export function viewFormats(source: Source, language: MessageLanguage): DocumentFormatView[] {
  return [...judgeFormats(source)].map(([format, refusal]) => ({
    format,
    media_type: MEDIA_TYPES[format],
    available: refusal === null,
    reason: refusal && translateReason(refusal, language),
  }));
}
