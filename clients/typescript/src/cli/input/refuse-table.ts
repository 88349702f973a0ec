import { InputFault } from '../faults.ts';

const MAX_TOLD = 20;

/** Refuses a table with faults. @param faults each names its row. @throws InputFault unless there are none. */
export function refuseTable(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > MAX_TOLD ? [`and ${faults.length - MAX_TOLD} more`] : [];
  const many = faults.length === 1 ? 'an error' : `${faults.length} errors`;
  throw new InputFault([`The table has ${many}:`, ...faults.slice(0, MAX_TOLD), ...more].join('\n  '));
}
