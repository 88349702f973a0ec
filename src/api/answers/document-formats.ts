import type { DocumentFormatView, DetailedFormatView } from '../../contracts/document-formats.ts';
import { apiError } from '../../contracts/api-error.ts';
import {
  ELECTRONIC_FORMATS,
  type ElectronicFormat,
  FORMATS,
  PROFILES_OF_V1,
  UBL_PROFILES,
  type UblProfileName,
} from '../../contracts/electronic-formats.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import type { FormatStates, Refusal } from '../../domain/einvoice/refusal.ts';
import type { MessageLanguage } from '../../contracts/messages/texts.ts';

/**
 * Reads the parameter `profile`. Only UBL has another profile than that of EN 16931.
 * @param version of the API, on which the profiles depend.
 * @throws 400 for a profile that the format does not have.
 */
export function readProfile(version: ApiVersion, format: ElectronicFormat, value = 'cen'): UblProfileName {
  const profiles = version === 1 ? PROFILES_OF_V1 : UBL_PROFILES;
  return readChoice<UblProfileName>('profile', value, format === 'ubl' ? profiles : ['cen']);
}

/** What a dry run can warn of: the formats, and the public solution of AEAT. */
const JUDGED = [...ELECTRONIC_FORMATS, 'spfe'] as const;

/**
 * Reads the parameter `documents`: formats, and the public solution of AEAT, separated by commas.
 * Absent means none.
 * @throws 400 for a format that does not exist.
 */
export function readFormats(value: string | undefined): {
  readonly formats: ElectronicFormat[];
  readonly hasSpfe: boolean;
} {
  const named = [...new Set(value?.split(','))].map((one) => readChoice('documents', one, JUDGED));
  return { formats: named.filter((one) => one !== 'spfe'), hasSpfe: named.includes('spfe') };
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
 * @param states of each profile of UBL; with `cen` also of the other formats.
 */
export function viewProfiles(
  states: Readonly<Record<UblProfileName, FormatStates>>,
  language: MessageLanguage,
): DetailedFormatView[] {
  const profiles = UBL_PROFILES.map((profile) => ({
    profile,
    ...viewState(states[profile].get('ubl')!, language),
  }));
  return viewFormats(states.cen, language).map((view) => ({
    ...view,
    profiles: view.format === 'ubl' ? profiles : [],
  }));
}

function viewState(
  refusal: Refusal | null,
  language: MessageLanguage,
): Pick<DocumentFormatView, 'available' | 'reason'> {
  return { available: refusal === null, reason: refusal && sayReason(refusal, language) };
}
