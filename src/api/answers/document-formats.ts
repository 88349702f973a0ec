import type { DocumentFormatView, DetailedFormatView } from '../../contracts/document-formats.ts';
import { apiError } from '../../contracts/api-error.ts';
import {
  ELECTRONIC_FORMATS,
  type ElectronicFormat,
  FORMATS,
  UBL_PROFILES,
  type UblProfileName,
} from '../../contracts/electronic-formats.ts';
import type { FormatStates, Refusal } from '../../domain/einvoice/refusal.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';

/**
 * Reads the parameter `profile`. Only UBL has another profile than that of EN 16931.
 * @throws 400 for a profile that the format does not have.
 */
export function readProfile(format: ElectronicFormat, value = 'cen'): UblProfileName {
  return readChoice('profile', value, format === 'ubl' ? UBL_PROFILES : ['cen']);
}

/**
 * Reads the parameter `documents`: formats, separated by commas. Absent means none.
 * @throws 400 for a format that does not exist.
 */
export function readFormats(value: string | undefined): ElectronicFormat[] {
  const named = new Set(value?.split(','));
  return [...named].map((one) => readChoice('documents', one, ELECTRONIC_FORMATS));
}

function readChoice<C extends string>(name: string, value: string, choices: readonly C[]): C {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw apiError('unknown_choice', { name, choices: choices.join(', ') });
  return choice;
}

/** Says why there is no document of an invoice in a format. */
export function sayReason(
  { rule, message }: Refusal,
  language: MessageLanguage,
): { readonly rule: string; readonly message: string } {
  return { rule, message: message[language] };
}

/** Describes the formats of an invoice. */
export function viewFormats(states: FormatStates, language: MessageLanguage): DocumentFormatView[] {
  return [...states].map(([format, refusal]) => ({
    format,
    media_type: FORMATS[format].mediaType,
    ...viewState(refusal, language),
  }));
}

/**
 * Describes the formats of an invoice with the profiles of UBL.
 * @param states with the profile `cen`.
 * @param peppol why UBL cannot express the invoice with the
 *   profile `peppol`; null if it can.
 */
export function viewProfiles(
  states: FormatStates,
  peppol: Refusal | null,
  language: MessageLanguage,
): DetailedFormatView[] {
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
  return { available: refusal === null, reason: refusal && sayReason(refusal, language) };
}
