import { readHundredths } from '../records/decimal.ts';
import type { Alta } from '../records/record.ts';
import type { AltaCase } from './case.ts';
import type { Rule } from './rule.ts';

/**
 * XML Schema allows any text as a description and the digits of all scripts in an amount;
 * AEAT is stricter.
 */
export const VALUE_RULES: readonly Rule<AltaCase>[] = [
  {
    code: 1100,
    breaks: ({ record }) => record.description.trim() === '',
    detail: () => 'DescripcionOperacion',
  },
  {
    code: 1100,
    breaks: ({ record }) => findUnreadable(record) !== undefined,
    detail: ({ record }) => findUnreadable(record) ?? '',
  },
];

function findUnreadable(record: Alta): string | undefined {
  const amounts = record.lines.flatMap((line): [string, string | null][] => [
    ['TipoImpositivo', line.rate],
    ['BaseImponibleOimporteNoSujeto', line.base],
    ['BaseImponibleACoste', line.baseAtCost],
    ['CuotaRepercutida', line.tax],
    ['TipoRecargoEquivalencia', line.surchargeRate],
    ['CuotaRecargoEquivalencia', line.surcharge],
  ]);
  const { rectifiedAmount } = record;
  if (rectifiedAmount) {
    amounts.push(
      ['BaseRectificada', rectifiedAmount.base],
      ['CuotaRectificada', rectifiedAmount.tax],
      ['CuotaRecargoRectificado', rectifiedAmount.surcharge],
    );
  }
  amounts.push(['CuotaTotal', record.taxTotal], ['ImporteTotal', record.total]);
  return amounts.find(([, literal]) => literal !== null && Number.isNaN(readHundredths(literal)))?.[0];
}
