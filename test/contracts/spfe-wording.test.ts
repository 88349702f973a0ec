import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../src/contracts/api-error.ts';
import { SPFE_ORDERS } from '../../src/contracts/messages/spfe-orders.ts';
import { SHOWN_SPFE_STATES, SPFE_TOLD_STATES } from '../../src/contracts/spfe.ts';
import { SpfeDeliveryView, SpfeRecipientReportView } from '../../src/contracts/v2/spfe.ts';

/*
 * AEAT has not published its service. Nothing that the engine shows of a delivery claims that an
 * invoice got there, unless AEAT has acknowledged it.
 */

/** What a client sent is no claim. */
const CLAIM = /(?<!\byou )\b(?:sent|delivered|registered|enviad[ao]s?|entregad[ao]s?|registrad[ao]s?)\b/i;

/** Lists the descriptions of a schema and of what it contains. */
function listDescriptions(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [value] : listDescriptions(value),
  );
}

describe('what is said of deliveries to the SPFE claims nothing that AEAT has not acknowledged:', () => {
  it('the words for states', () => {
    expect([...SHOWN_SPFE_STATES, ...SPFE_TOLD_STATES].filter((word) => CLAIM.test(word))).toEqual([]);
  });

  it('the members of a delivery and of a report', () => {
    const told = [SpfeDeliveryView, SpfeRecipientReportView].flatMap(listDescriptions);
    expect(told.length).toBeGreaterThan(40);
    expect(told.filter((description) => CLAIM.test(description))).toEqual([]);
  });

  it('the messages in both languages', () => {
    const errors = Object.entries(ERROR_MESSAGES).filter(([name]) => name.includes('spfe'));
    const texts = [...errors.map(([, text]) => text), ...Object.values(SPFE_ORDERS)];
    expect(errors.length).toBeGreaterThan(8);
    expect(texts.flatMap(({ en, es }) => [en, es]).filter((text) => CLAIM.test(text))).toEqual([]);
  });

  it('the section of the documents', () => {
    const whole = readFileSync(new URL('../../docs/api-v2.md', import.meta.url), 'utf8');
    const [, section = ''] = /### Invoices in the public solution\n([^]*?)\n### /.exec(whole) ?? [];
    expect(section).toContain('nothing leaves the engine');
    expect(section.split('\n').filter((line) => CLAIM.test(line))).toEqual([]);
  });
});
