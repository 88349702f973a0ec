import { describe, expect, it } from 'vitest';
import { SHOWN_SPFE_STATES, SPFE_CHANNELS, SPFE_STATES } from '../../src/contracts/spfe.ts';
import { readProse } from './support/documents.ts';

/** Lists the codes in the first cells of the rows of a section. */
function listFirstCells(document: string, section: number): string[] {
  const sections = readProse(document).split(/^## /m);
  const cells = [...sections[section]!.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell!);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code!));
}

describe.each(['docs/spfe.md', 'docs/solucion-publica.md'])('the tables of %s', (document) => {
  it('have every channel', () => {
    expect(listFirstCells(document, 3).toSorted()).toEqual([...SPFE_CHANNELS].toSorted());
  });

  it('have every state of a delivery', () => {
    expect(listFirstCells(document, 4).toSorted()).toEqual([...SPFE_STATES].toSorted());
  });
});

it('docs/api-v2.md names every state that answers show', () => {
  const [, row = ''] =
    /### Invoices in the public solution\n[^]*?^\| `state` \| (.+) \|$/m.exec(readProse('docs/api-v2.md')) ??
    [];
  const missing = SHOWN_SPFE_STATES.filter((state) => !row.includes(`\`${state}\``));
  expect(missing).toEqual([]);
});
