import { leaf, parent, type Part } from '../../xml/parts.ts';
import type { Period } from './periods.ts';

/** PeriodDates. */
export function period(name: string): Part<Period> {
  return parent<Period>(
    name,
    leaf('StartDate', ({ start }) => start),
    leaf('EndDate', ({ end }) => end),
  );
}
