import { type Finding, MEMBER_NAMES } from '../reading/findings.ts';
import { DUPLICATE } from '../verifactu/answer-codes.ts';

/** What is wrong with an invoice whose number another one has. @param owner the id of that one, which is issued. */
export function refuseTakenNumber(owner: number): Finding {
  const message = `${MEMBER_NAMES.number_serie} is already used by issued invoice ${owner}`;
  return { field: 'number_serie', code: 'duplicate', aeatCode: DUPLICATE, message };
}
