import type { Alta, Anulacion, Detalle, InvoiceId, Party } from '../../../src/records/record.ts';
import type { Surroundings } from '../../../src/rules/case.ts';
import { altaOf, identifiedBy, ISSUER, lineOf } from '../records.ts';

/**
 * A record that breaks a rule, and the nearest record that does not: the code, the changes to a
 * valid record that cause it, and the changes of the nearest record that AEAT accepts.
 */
export type Case<R> = readonly [
  code: number,
  broken: Partial<R>,
  accepted: Partial<R>,
  circumstances?: {
    /** The surroundings of both records. */
    readonly given?: Partial<Surroundings>;
    /** The surroundings of the accepted record, if they differ. */
    readonly acceptedGiven?: Partial<Surroundings>;
    /** Rules that no record can keep if it breaks this one. They are checked later. */
    readonly also?: readonly number[];
    /** The error with which the nearest record is accepted. */
    readonly warning?: number;
  },
];

export const OTHER: InvoiceId = { nif: ISSUER, number: 'A/0', date: '19-11-2026' };
export const HUELLA = 'A'.repeat(64);
export const CORRECTIVE = ['R1', 'R2', 'R3', 'R4', 'R5'];
export const FULL = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4'];

/** A record of a type with what every type needs: a method of correction and recipients. */
export function typed(type: string, changes: Partial<Alta> = {}): Partial<Alta> {
  return {
    type,
    ...(type.startsWith('R') ? { rectification: 'I' } : {}),
    ...(FULL.includes(type) ? {} : { recipients: null }),
    ...changes,
  };
}
export const withNumber = (number: string) => ({ id: { ...OTHER, number } });
export const withDate = (date: string) => ({ id: { ...OTHER, date } });
export const withLine = (changes: Partial<Detalle> = {}) => ({ lines: [lineOf(changes)] });
export const withRecipients = (...recipients: Party[]) => ({ recipients });
export const withDocument = (idType: string, id: string, country: string | null) =>
  withRecipients(identifiedBy(idType, id, country));
export const withThird = (third: Party) => ({ issuedBy: 'T', third });
export const withSistema = (changes: Partial<Alta['sistema']>) => ({
  sistema: { ...altaOf().sistema, ...changes },
});
export const withPrevious = (id: Partial<InvoiceId>, huella = HUELLA) => ({
  previous: { id: { ...OTHER, ...id }, huella },
});
export const withGenerator = (generatedBy: string, generator: Party): Partial<Anulacion> => ({
  generatedBy,
  generator,
});
