import { hashRecord } from '../records/hash-record.ts';
import type { AltaCase, AnyCase } from './case.ts';
import type { Rule } from './rule.ts';

/** ±10.00 € in cents. */
const TOLERANCE = 1000;
const HUELLA_LENGTH = 64;
const HUELLA = /^[0-9A-F]{64}$/;
/** Regimes whose base differs from the charged amount. Their totals need not add up. */
const LOOSE_REGIMES: ReadonlySet<string> = new Set(['03', '05', '06', '08', '09']);

/*
 * The rules whose violation is accepted with errors. AEAT reports one code: the first in the order
 * of section 4.3.1 of the validations document, which ends with those that need no correction, 2009
 * and 2004. The document does not list 2002, 2003 and 2008.
 */

const HUELLAS: readonly Rule<AnyCase>[] = [
  { code: 2000, breaks: ({ record }) => record.huella !== hashRecord(record) },
  {
    code: 2002,
    breaks: ({ record: { previous } }) => previous !== null && previous.huella.length !== HUELLA_LENGTH,
  },
  { code: 2003, breaks: ({ record: { previous } }) => previous !== null && !HUELLA.test(previous.huella) },
];
const CHAIN: readonly Rule<AnyCase>[] = [
  { code: 2007, breaks: ({ record, chainHasRecords }) => record.previous === null && chainHasRecords },
  { code: 2008, breaks: ({ record }) => record.previous?.huella === record.huella },
];
const CLOCK: Rule<AnyCase> = {
  code: 2004,
  breaks: ({ generatedAt, now, hasIncident, toleranceSeconds }) => {
    const ahead = (generatedAt - now) / 1000;
    return ahead > toleranceSeconds || (ahead < -toleranceSeconds && !hasIncident);
  },
  detail: ({ toleranceSeconds }) => `${toleranceSeconds} segundos.`,
};

export const ALTA_WARNINGS: readonly Rule<AltaCase>[] = [
  {
    code: 2001,
    breaks: ({ record, census }) =>
      (record.recipients ?? []).some(({ nif, name, other }) =>
        nif === null ? other?.idType === '07' : !census.identifies(nif, name),
      ),
  },
  ...HUELLAS,
  {
    code: 2005,
    breaks: (given) => isAddedUp(given) && isFarOff(given.total, sumBase(given) + sumTax(given)),
  },
  {
    code: 2006,
    breaks: (given) => isAddedUp(given) && isFarOff(given.taxTotal, sumTax(given)),
  },
  ...CHAIN,
  {
    code: 2009,
    breaks: ({ lines }) => lines.some((line) => line.impuesto === '02' && line.regimen === null),
  },
  CLOCK,
];
export const ANULACION_WARNINGS: readonly Rule<AnyCase>[] = [...HUELLAS, ...CHAIN, CLOCK];

function isAddedUp({ lines }: AltaCase): boolean {
  return !lines.some(({ regimen }) => regimen !== null && LOOSE_REGIMES.has(regimen));
}

function sumTax({ lines }: AltaCase): number {
  return lines.reduce((sum, { tax, surcharge }) => sum + (tax || 0) + (surcharge || 0), 0);
}

function sumBase({ lines }: AltaCase): number {
  return lines.reduce((sum, { base }) => sum + base, 0);
}

function isFarOff(stated: number, computed: number): boolean {
  return Math.abs(stated - computed) > TOLERANCE;
}
