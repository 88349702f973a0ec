import {
  OPEN_SPFE_STATES,
  SPFE_OVERDUE_HOURS,
  type ShownSpfeState,
  type SpfeState,
} from '../contracts/spfe.ts';
import { findStored } from './view-delivery.ts';

/** Which deliveries a list asks for; null matches every invoice. */
export type AskedDeliveries = {
  readonly states: readonly SpfeState[] | null;
  /** Only those that were due before. */
  readonly dueBefore: Date | null;
};

const HOUR_MS = 3_600_000;

/** Translates the filters of a list of invoices. A state that nothing can have now matches no invoice. */
export function chooseDeliveries(
  {
    spfeState,
    isSpfeOverdue = false,
  }: { readonly spfeState?: ShownSpfeState; readonly isSpfeOverdue?: boolean },
  { hasTransport, now }: { readonly hasTransport: boolean; readonly now: Date },
): AskedDeliveries {
  const stored = spfeState === undefined ? null : findStored(spfeState, hasTransport);
  const asked = spfeState === undefined ? null : stored === null ? [] : [stored];
  if (!isSpfeOverdue) return { states: asked, dueBefore: null };
  // Nothing is late while nothing can leave the engine.
  const open: readonly SpfeState[] = hasTransport ? OPEN_SPFE_STATES : [];
  return {
    states: asked === null ? open : asked.filter((state) => open.includes(state)),
    dueBefore: new Date(now.getTime() - SPFE_OVERDUE_HOURS * HOUR_MS),
  };
}
