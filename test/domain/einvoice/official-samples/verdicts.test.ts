import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../../../support/long.ts';
import { openRules, type Finding } from '../../support/en16931-judge.ts';
import { COMPILING_MS } from '../../support/format-judges.ts';
import { listSamples, listUnitTests, readSample } from '../../support/official-samples.ts';
import { JUDGING_MS } from '../../support/random-invoices.ts';
import { readMatrixVerdicts } from '../../support/spain-matrix.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

/*
 * The judge of the other tests gives the verdicts that are recorded with the official material:
 * SaxonJS executes the stylesheets as Saxon in Java does.
 */

/** The rule that each mutant of an official example breaks. */
const MUTANTS: Readonly<Record<string, readonly string[]>> = {
  'CII-BR-CO-10-RoundingIssue.xml': ['BR-01'],
  'CII_business_example_01.xml': ['BR-CO-10', 'BR-CO-13'],
  'CII_business_example_02.xml': ['BR-CL-01'],
  'CII_business_example_Z.xml': ['BR-CO-09'],
  'CII_example1.xml': ['BR-CO-15', 'BR-CO-16'],
  'CII_example3.xml': ['BR-CO-14', 'BR-S-09'],
  'CII_example5.xml': ['BR-02'],
  'XRechnung-O.xml': ['CII-DT-097'],
  'ubl-tc434-creditnote1.xml': ['BR-CO-16'],
};
/** The wrong documents among `gaps` that the rules find; the others pass. */
const FOUND_GAPS: Readonly<Record<string, readonly string[]>> = {
  'CII_business_example_Z-bt31-A.xml': ['BR-CO-09'],
  'CII_business_example_Z-date-20151399.xml': ['CII-DT-097'],
  'CII_business_example_Z-dec-0.001.xml': ['BR-CO-14', 'BR-DEC-13'],
  'CII_business_example_Z-dec-3frac.xml': ['BR-DEC-14'],
  'ubl-tc434-creditnote1-type-380.xml': ['BR-CL-01'],
};
const VALID = ['en16931/ubl-examples', 'en16931/cii-examples', 'xrechnung'];

const nameFinding = ({ rule, isFatal }: Finding): string => (isFatal ? rule : `${rule}(w)`);

describe.runIf(hasEinvoiceFacts)('the judge of the tests gives the recorded verdicts', () => {
  let rules: Record<'ubl' | 'cii', (xml: string) => Finding[]>;
  beforeAll(() => void (rules = { ubl: openRules('ubl'), cii: openRules('cii') }), COMPILING_MS);

  const judge = (xml: string): string[] =>
    rules[xml.includes('CrossIndustryInvoice') ? 'cii' : 'ubl'](xml).map(nameFinding).toSorted();

  it(
    'of the unit tests of each rule',
    async () => {
      const tests = listUnitTests();
      expect(tests.length).toBeGreaterThan(1000);
      for (const { name, syntax, rule, isBroken, xml } of everyNth(61, tests)) {
        await setImmediate();
        const broken = rules[syntax](xml).map((finding) => finding.rule);
        expect([name, rule, broken.includes(rule)]).toEqual([name, rule, isBroken]);
      }
    },
    JUDGING_MS,
  );

  it('of mutants of official examples', () => {
    const names = listSamples('oracles');
    expect(names).toEqual(Object.keys(MUTANTS).toSorted());
    for (const name of everyNth(2, names))
      expect([name, judge(readSample(`oracles/${name}`))]).toEqual([name, MUTANTS[name]]);
  });

  it('of wrong documents of which the rules find some', () => {
    for (const name of everyNth(6, listSamples('oracles/gaps')))
      expect([name, judge(readSample(`oracles/gaps/${name}`))]).toEqual([name, FOUND_GAPS[name] ?? []]);
  });

  it('of official examples, which are valid', () => {
    const names = VALID.flatMap((folder) => listSamples(folder).map((name) => `${folder}/${name}`));
    expect(names.length).toBeGreaterThan(20);
    for (const name of everyNth(9, names)) expect([name, judge(readSample(name))]).toEqual([name, []]);
  });

  it('of Spanish invoices', () => {
    const verdicts = Object.entries(readMatrixVerdicts());
    expect(verdicts.length).toBe(80);
    for (const [name, verdict] of everyNth(17, verdicts))
      expect([name, judge(readSample(`spain-matrix/${name}`))]).toEqual([name, [...verdict].toSorted()]);
  });
});
