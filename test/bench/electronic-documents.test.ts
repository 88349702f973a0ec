import { expect, test } from 'vitest';
import { measureElectronicDocuments } from '../../ops/lab/bench/goals/electronic-documents.ts';

/** The values are not checked, because the machine does other work meanwhile. */
test('the benchmark of electronic documents reports the rate of UBL, and the cost of each format against reading the document alone', async () => {
  const findings = await measureElectronicDocuments({
    pick: (_whole, quick) => quick,
    options: { isQuick: true, repeats: 3, only: [], isKept: false, minutes: null, loads: [] },
  });
  const [rate, ...ratios] = findings;
  expect(rate).toMatchObject({ goal: '18', unit: 'documents/s', limit: { least: 1000 } });
  expect(rate!.figures.map(({ name }) => name)).toEqual([
    'reading the stored document alone',
    'UBL',
    'CII',
    'Facturae, not signed',
  ]);
  expect(ratios.map(({ unit }) => unit)).toEqual(['×', '×', '×']);
  for (const { value } of findings) expect(value.median).toBeGreaterThan(0);
});
