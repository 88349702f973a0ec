import type { CensusEntries, SiiEntry, TaxpayerEntry } from './census-file.ts';
import { compareNames } from './compare-names.ts';
import { isNaturalPerson, isWellFormedNif } from './nif.ts';
import { isWellFormedVatNumber } from './vat-number.ts';

/**
 * What AEAT says of a NIF and a name: `similar` of a person whose name is close, `deregistered` and
 * `revoked` of a known taxpayer that is no longer active.
 */
export type Identity = 'identified' | 'similar' | 'unknown' | 'deregistered' | 'revoked';

export type Census = {
  readonly isWellFormed: (nif: string) => boolean;
  readonly knows: (nif: string) => boolean;
  readonly identify: (nif: string, name: string) => Identity;
  /** Whether a NIF and a name belong together: what is neither similar nor unknown. */
  readonly identifies: (nif: string, name: string) => boolean;
  /** Whether a person whom AEAT can identify is in a census, too. */
  readonly isRegistered: (nif: string) => boolean;
  readonly find: (nif: string) => TaxpayerEntry | undefined;
  readonly knowsVatNumber: (vatNumber: string) => boolean;
  readonly knowsAgreement: (number: string) => boolean;
  /** The stays of a taxpayer in SII; null if the census does not list them, so that everybody is. */
  readonly staysInSii: (nif: string) => readonly SiiEntry[] | null;
};

/**
 * Builds a census. Without entries it knows every well-formed NIF and VAT number, accepts any name,
 * and knows no agreement.
 */
export function buildCensus({
  taxpayers = [],
  unknown = [],
  agreements = [],
  closed = false,
  sii,
}: CensusEntries = {}): Census {
  const listed = new Map(taxpayers.map((taxpayer) => [taxpayer.nif, taxpayer]));
  const strangers = new Set(unknown);
  // AEAT's own test identities have irregular control characters, so every listed NIF counts as
  // well-formed.
  const isWellFormed = (nif: string) => listed.has(nif) || isWellFormedNif(nif);
  const knows = (nif: string) => isWellFormed(nif) && !strangers.has(nif) && (!closed || listed.has(nif));
  const identify = (nif: string, name: string): Identity =>
    knows(nif) ? identifyTaxpayer(listed.get(nif), name) : 'unknown';
  return {
    isWellFormed,
    knows,
    identify,
    identifies: (nif, name) => !['similar', 'unknown'].includes(identify(nif, name)),
    isRegistered: (nif) => listed.get(nif)?.state !== 'unregistered',
    find: (nif) => listed.get(nif),
    knowsVatNumber: (vatNumber) => isWellFormedVatNumber(vatNumber) && !strangers.has(vatNumber),
    knowsAgreement: (number) => agreements.includes(number),
    staysInSii: (nif) => sii?.filter((entry) => entry.nif === nif) ?? null,
  };
}

/** The name of an entity is not compared, as in AEAT's service. */
function identifyTaxpayer(taxpayer: TaxpayerEntry | undefined, name: string): Identity {
  if (taxpayer === undefined) return 'identified';
  if (taxpayer.state === 'baja') return 'deregistered';
  if (taxpayer.state === 'revocado') return 'revoked';
  return isNaturalPerson(taxpayer.nif) ? compareNames(nameOf(taxpayer), name) : 'identified';
}

/** Returns the name in the census, of a person with the surnames first. */
export function nameOf({ name, surnames }: TaxpayerEntry): string {
  return surnames === undefined ? name : `${surnames} ${name}`;
}
