import type { Rule } from '../../rules/rule.ts';
import { isNaturalPerson, isWellFormedNif } from '../../taxpayers/nif.ts';
import { matchesCountry } from '../../taxpayers/vat-number.ts';
import type { Counterparty } from '../records/invoice.ts';
import type { InvoiceCase } from './case.ts';
import { isSimplified } from './type-rules.ts';

const NIF_IVA = '02';
const PASSPORT = '03';
const NOT_IN_CENSUS = '07';

type Other = NonNullable<Counterparty['other']>;

const ofParty = (test: (party: Counterparty, given: InvoiceCase) => boolean) => (given: InvoiceCase) =>
  given.invoice.counterparty !== null && test(given.invoice.counterparty, given);
const ofOther = (test: (other: Other, given: InvoiceCase) => boolean) =>
  ofParty(({ other }, given) => other !== null && test(other, given));

const namesNif = ({ invoice: { counterparty } }: InvoiceCase) =>
  `NIF: ${counterparty?.nif}. NOMBRE_RAZON: ${counterparty?.name}`;

/** Rules for Contraparte. */
export const PARTY_RULES: readonly Rule<InvoiceCase>[] = [
  {
    code: 1158,
    breaks: ({ invoice: { type, counterparty } }) =>
      counterparty === null && !isSimplified(type) && type !== 'AJ',
  },
  { code: 1279, breaks: ({ invoice }) => isSimplified(invoice.type) && invoice.counterparty !== null },
  { code: 1170, breaks: ({ invoice }) => invoice.transfer !== null && invoice.counterparty === null },
  { code: 1100, breaks: ofParty(({ name }) => name.trim() === ''), detail: () => 'NombreRazon' },
  { code: 1153, breaks: ofParty(({ nif }, { census }) => nif !== null && !census.isWellFormed(nif)) },
  { code: 1122, breaks: ofParty(({ nif, representative }) => isMinor(nif) && representative === null) },
  {
    code: 1123,
    breaks: ofParty(({ nif, representative }) => representative !== null && representative === nif),
  },
  {
    code: 1116,
    breaks: ofParty(
      ({ representative }, { census }) => representative !== null && !census.knows(representative),
    ),
    detail: ({ invoice }) => `NIF: ${invoice.counterparty?.representative}`,
  },
  {
    code: 1117,
    breaks: ofParty(({ nif, name }, { census }) => nif !== null && !census.identifies(nif, name)),
    detail: namesNif,
  },
  {
    code: 1124,
    breaks: ofOther(({ country, idType }) => country === null && idType !== NIF_IVA),
  },
  {
    code: 1168,
    breaks: ofOther(({ country, idType }) =>
      country === 'ES' ? idType !== PASSPORT && idType !== NOT_IN_CENSUS : idType === NOT_IN_CENSUS,
    ),
  },
  { code: 1100, breaks: ofOther(({ id }) => id.trim() === ''), detail: () => 'ID' },
  {
    code: 1146,
    breaks: ofOther(
      ({ country, idType, id }) => idType === NIF_IVA && country !== null && !matchesCountry(id, country),
    ),
  },
  {
    code: 1104,
    breaks: ofOther(({ idType, id }, { census }) => idType === NIF_IVA && !census.knowsVatNumber(id)),
  },
  { code: 1169, breaks: ofOther(({ idType, id }) => idType === NOT_IN_CENSUS && !isWellFormedNif(id)) },
  { code: 1192, breaks: ofOther(({ idType, id }) => idType === NOT_IN_CENSUS && !isNaturalPerson(id)) },
  {
    code: 1117,
    breaks: ({ invoice: { successor }, census }) =>
      successor !== null && !census.identifies(successor.nif, successor.name),
    detail: ({ invoice: { successor } }) => `NIF: ${successor?.nif}. NOMBRE_RAZON: ${successor?.name}`,
  },
];

/** A recipient whom AEAT cannot find in a census. */
export const PARTY_WARNINGS: readonly Rule<InvoiceCase>[] = [
  {
    code: 2011,
    breaks: ofParty(({ nif, other }, { census }) =>
      nif === null ? other?.idType === NOT_IN_CENSUS : !census.isRegistered(nif),
    ),
  },
];

/**
 * Returns which breakdown the recipient demands: by operation for everybody identified by IDOtro or
 * by a NIF of a foreign entity (N), unless the invoice has no recipient. For a person who is not in
 * the census (07) AEAT's and the Canary document differ, so that both are right: null.
 */
export function demandedBreakdown({ type, counterparty }: InvoiceCase['invoice']) {
  if (counterparty === null || isSimplified(type)) return 'DesgloseFactura';
  if (counterparty.other?.idType === NOT_IN_CENSUS) return null;
  const isForeign = counterparty.nif === null || counterparty.nif.startsWith('N');
  return isForeign ? 'DesgloseTipoOperacion' : 'DesgloseFactura';
}

/** Returns whether a NIF is that of a Spanish minor, who has a representative. */
export function isMinor(nif: string | null): boolean {
  return nif?.startsWith('K') ?? false;
}
