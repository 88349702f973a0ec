import type { Fault } from './answer.ts';
import { isTechnical, SUSPENDED } from './answer-codes.ts';

/**
 * What a refused message asks for: `retry_later`, the same bytes; `refused`, nothing more of the chain until a person has looked;
 * `suspended`, nothing more at all until a person has spoken with AEAT (AEAT 4141).
 */
export type FaultVerdict = 'retry_later' | 'refused' | 'suspended';

/** Judges a SOAP Fault by its code, and where that decides nothing by the side that it blames. */
export function judgeFault({ side, code }: Pick<Fault, 'side' | 'code'>): FaultVerdict {
  if (code === SUSPENDED) return 'suspended';
  return side === 'server' || isTechnical(code) ? 'retry_later' : 'refused';
}
