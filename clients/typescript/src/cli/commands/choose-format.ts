import type { ElectronicFormat, UblProfile } from '../../engine.ts';
import { type Option, readText, type Run } from '../command.ts';
import { EXTENSIONS } from '../../generated/extensions.ts';
import { InputFault } from '../faults.ts';

const FORMATS = Object.keys(EXTENSIONS) as readonly ElectronicFormat[];
const PROFILES: readonly UblProfile[] = ['cen', 'peppol', 'spfe'];

/** The options of commands that download electronic invoices. */
export const FORMAT: Readonly<Record<string, Option>> = {
  format: {
    type: 'string',
    value: 'FORMAT',
    about: `${FORMATS.join(', ')} (docs/electronic-invoices.md)`,
  },
  profile: { type: 'string', value: 'PROFILE', about: 'of ubl: cen, peppol or spfe (default: cen)' },
};

/** A format of electronic invoices. */
export type ChosenFormat = { readonly format: ElectronicFormat; readonly profile?: UblProfile };

/**
 * Reads the options `FORMAT`; null without a format.
 * @throws InputFault for an unknown format or profile, and for a profile of another format than
 *   UBL.
 */
export function readFormat(run: Run): ChosenFormat | null {
  const format = readChoice(run, 'format', FORMATS);
  const profile = readChoice(run, 'profile', PROFILES);
  if (profile !== undefined && format !== 'ubl') throw new InputFault('--profile needs --format ubl');
  return format === undefined ? null : { format, ...(profile !== undefined && { profile }) };
}

function readChoice<C extends string>(run: Run, name: string, choices: readonly C[]): C | undefined {
  const given = readText(run, name);
  const choice = choices.find((each) => each === given);
  if (given !== undefined && choice === undefined)
    throw new InputFault(`--${name} must be one of ${choices.join(', ')}`);
  return choice;
}
