import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import texts from '../../packages/aeat-sandbox/src/rules/code-texts.json' with { type: 'json' };
import { judgeFault } from 'verifactu-protocol/remission/judge-answer';

const document = readFileSync(new URL('../../docs/runbooks/aeat-halts.md', import.meta.url), 'utf8');
const sections = new Map(
  document
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);
/** The codes below this one concern single records and halt no chain. */
const FIRST_OF_MESSAGES = 3500;
const halting = Object.keys(texts).filter(
  (code) =>
    Number(code) >= FIRST_OF_MESSAGES && judgeFault({ side: 'client', code: Number(code) }) !== 'retry_later',
);

describe('the runbook for halted chains', () => {
  it.each(halting)('has a section for AEAT code %s with its text, its meaning and the remedy', (code) => {
    const section = sections.get(code);
    expect(section).toContain(`> ${texts[code as keyof typeof texts].trim()}`);
    for (const word of ['Means', 'Do']) expect(section).toContain(`**${word}.**`);
  });

  it('has no section for a code that halts no chain', () => {
    const codes = [...sections.keys()].filter((name) => /^\d+$/.test(name));
    expect(codes.toSorted()).toEqual(halting.toSorted());
    expect(halting.length).toBeGreaterThan(30);
  });

  it('lists the technical codes that halt no chain', () => {
    const technical = Object.keys(texts).filter(
      (code) => Number(code) >= FIRST_OF_MESSAGES && !halting.includes(code),
    );
    for (const code of [...technical, '20009']) expect(document.split('## ')[0]).toContain(code);
  });
});
