import type { Register } from '../../contracts/registers.ts';
import type { Finding } from '../reading/findings.ts';

/*
 * What differs between the registers in the rules of an invoice. All other rules follow from the law
 * of invoices and of the IVA, or hold for both, so that an issuer can move between the registers.
 */

type RulesOfRegister = {
  /** The first issue date that it takes, `YYYY-MM-DD`; null if only the 20 years of both limit it. */
  readonly firstIssueDate: string | null;
  /** The most tax groups that its record states, whatever they are. */
  readonly mostGroups: number;
  /** AEAT's code for a record of a recipient who is not in its census, which it accepts. */
  readonly outsideCensus: number;
  /** Whether the codes of errors in the rules are those with which AEAT refuses its records. */
  readonly hasCodes: boolean;
};

const RULES: Readonly<Record<Register, RulesOfRegister>> = {
  verifactu: {
    // AEAT 1152.
    firstIssueDate: '2024-10-28',
    // AEAT's Desglose has at most 12 details.
    mostGroups: 12,
    outsideCensus: 2001,
    hasCodes: true,
  },
  sii: {
    // AEAT 1196 has the limit of 20 years.
    firstIssueDate: null,
    // A block has at most 6 rates and 7 exemptions, which the record of an entry checks.
    mostGroups: Infinity,
    outsideCensus: 2011,
    hasCodes: false,
  },
};

/** Returns the rules of a register. @param register VeriFactu unless it is given. */
export function rulesOfRegister(register: Register = 'verifactu'): RulesOfRegister {
  return RULES[register];
}

/**
 * Removes the codes of VeriFactu's errors from findings about an invoice of another register, whose
 * issuer they would mislead: the same number means something else there.
 */
export function tellFindings(
  findings: readonly Finding[],
  register: Register = 'verifactu',
): readonly Finding[] {
  return RULES[register].hasCodes ? findings : findings.map((finding) => ({ ...finding, aeatCode: null }));
}
