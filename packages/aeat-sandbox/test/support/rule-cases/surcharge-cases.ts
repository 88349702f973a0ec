import type { Alta } from '../../../src/records/record.ts';
import { lineOf } from '../records.ts';
import { withLine, type Case } from './case.ts';

type Charge = readonly [rate: string, surchargeRate: string, operationDate?: string];

/** A line with recargo de equivalencia on the day of an operation. */
function charged([rate, surchargeRate, operationDate]: Charge): Partial<Alta> {
  return {
    operationDate: operationDate ?? null,
    lines: [lineOf({ rate, tax: rate, surchargeRate, surcharge: surchargeRate })],
  };
}

/**
 * Each rate of IVA with a recargo that does not belong to it, and with the one that does,
 * by the day of the operation.
 */
const PAIRS: readonly (readonly [code: number, broken: Charge, accepted: Charge, also?: number])[] = [
  [1127, ['21', '3'], ['21', '5.2'], 1162],
  [1127, ['10', '1.41'], ['10', '1.40'], 1163],
  [1135, ['21', '4', '01-01-2013'], ['18', '4', '31-12-2012'], 1162],
  [1162, ['21', '1.4'], ['21', '5.20']],
  [1162, ['21', '0'], ['21', '1.75']],
  [1163, ['10', '0.5'], ['10', '1.4']],
  [1163, ['10', '0'], ['10', '1.4']],
  [1164, ['4', '0.62'], ['4', '0.5']],
  [1164, ['4', '0'], ['4', '0.50']],
  [1169, ['7.5', '1.4', '01-11-2024'], ['7.5', '1', '01-11-2024']],
  [1160, ['5', '1.4', '01-02-2023'], ['5', '0.62', '01-02-2023']],
  [1160, ['5', '0', '01-08-2022'], ['5', '0.5', '01-08-2022']],
  [1167, ['5', '0.50', '01-01-2023'], ['5', '0.50', '31-12-2022']],
  [1167, ['5', '0.5', '30-09-2024'], ['5', '0.5', '01-07-2022']],
  [1168, ['5', '0.62', '31-12-2022'], ['5', '0.62', '01-01-2023']],
  [1168, ['5', '0.62', '01-07-2022'], ['5', '0.62', '30-09-2024']],
  [1166, ['2', '0.5', '01-10-2024'], ['2', '0.26', '01-10-2024']],
  [1166, ['2', '0', '31-12-2024'], ['2', '0.26', '31-12-2024']],
  [1165, ['0', '0.26', '01-01-2023'], ['0', '0', '01-01-2023']],
  [1165, ['0', '0.26', '30-09-2024'], ['0', '0.26', '01-10-2024']],
  [1170, ['0', '0', '01-10-2024'], ['0', '0', '30-09-2024']],
  [1170, ['0', '0'], ['0', '0.26']],
  [1277, ['0', '0.26', '31-12-2022'], ['0', '0', '31-12-2022']],
];

export const SURCHARGE_CASES: readonly Case<Alta>[] = [
  ...PAIRS.map(([code, broken, accepted, also]): Case<Alta> => [
    code,
    charged(broken),
    charged(accepted),
    also === undefined ? {} : { also: [also] },
  ]),
  [
    1127,
    charged(['18', '3', '31-12-2012']),
    { lines: [lineOf({ impuesto: '03', rate: '7', tax: '7', surchargeRate: '3', surcharge: '3' })] },
  ],
  [
    1281,
    withLine({ calificacion: 'S2', rate: '0', tax: '0', surchargeRate: '0.26', surcharge: '0' }),
    withLine({ calificacion: 'S2', rate: '0', tax: '0' }),
  ],
  [
    1281,
    withLine({
      impuesto: '03',
      calificacion: 'N1',
      rate: null,
      tax: null,
      surchargeRate: '1',
      surcharge: '1',
    }),
    withLine({ impuesto: '03', calificacion: 'N1', rate: null, tax: null }),
  ],
  [1284, withLine({ surchargeRate: '5.2' }), withLine({ surchargeRate: '5.2', surcharge: '5.20' })],
  [1284, withLine({ surcharge: '5.2' }), withLine({ surchargeRate: '1.75', surcharge: '0' })],
];
