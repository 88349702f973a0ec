import { buildFinding, type Finding } from '../reading/findings.ts';
import { DUPLICATE } from '../verifactu/answer-codes.ts';

/** What is wrong with an invoice whose number another one has. @param owner the id of that one, which is issued. */
export function refuseTakenNumber(owner: number): Finding {
  return buildFinding('number_serie', 'duplicate', `is already used by issued invoice ${owner}`, DUPLICATE);
}
