import { expect, it } from 'vitest';
import { OPEN_SPFE_STATES, SPFE_STATES } from '../../../src/contracts/spfe.ts';
import { listSpfeIssuers } from '../../../src/remit/statements/spfe-issuers.sql.ts';
import { confirmSpfeOutage } from '../../../src/remit/statements/spfe-outages.sql.ts';
import { warnOfOverdueDeliveries } from '../../../src/remit/statements/spfe-overdue.sql.ts';

/* Lists of states in statements, which the planner compares with partial indexes and so are written out. */

const NOW = new Date('2026-11-20T09:00:00Z');
const listWords = (text: string) => Array.from(text.matchAll(/'([a-z_]+)'/g), ([, word = '']) => word);
/** The states in the only list of states of a statement. */
const listStates = (text: string) => listWords(/\bd\.state in \(([^)]*)\)/.exec(text)?.[1] ?? '');

it('clients are told of overdue deliveries in all states that AEAT must have and does not have', () => {
  const { text } = warnOfOverdueDeliveries(NOW, NOW, 1);
  expect(listStates(text)).toEqual(OPEN_SPFE_STATES);
});

it('a confirmed outage delays the deliveries in these states, and those of which a fact is missing', () => {
  const { text } = confirmSpfeOutage(1, 'operator', null, NOW, NOW);
  expect(listStates(text).toSorted()).toEqual(['unknown', ...OPEN_SPFE_STATES].toSorted());
});

it('the list of issuers counts the deliveries in each state', () => {
  const { text } = listSpfeIssuers(NOW, null, null);
  expect(new Set(listWords(text))).toEqual(new Set(SPFE_STATES));
});
