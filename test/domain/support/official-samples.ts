import { readdirSync, readFileSync } from 'node:fs';
import { einvoicePath, hasEinvoiceFacts } from './shared-facts.ts';

/*
 * The official examples of EN 16931 and their verdicts, which are stored beside the project.
 */

const UNIT_SETS = { 'unit-ubl-invoice': 'ubl', 'unit-ubl-creditnote': 'ubl', 'cii-unit': 'cii' } as const;

/** A fragment of an invoice, and whether it breaks a rule of the Schematron. */
export type UnitTest = {
  readonly name: string;
  readonly syntax: 'ubl' | 'cii';
  readonly rule: string;
  readonly isBroken: boolean;
  readonly xml: string;
};

/**
 * Lists the names of the XML files of a folder of samples; empty if the samples are not on this
 * machine.
 */
export function listSamples(folder: string): string[] {
  if (!hasEinvoiceFacts) return [];
  return readdirSync(einvoicePath(`samples/${folder}`))
    .filter((name) => name.endsWith('.xml'))
    .toSorted();
}

export function readSample(name: string): string {
  return readFileSync(einvoicePath(`samples/${name}`), 'utf8');
}

/** Lists the unit tests of the Schematron's own project, each for one rule. */
export function listUnitTests(): UnitTest[] {
  return Object.entries(UNIT_SETS).flatMap(([folder, syntax]) =>
    listSamples(`en16931/${folder}`).flatMap((file) => {
      const text = readSample(`en16931/${folder}/${file}`).replaceAll(/<!--[\s\S]*?-->/g, '');
      return [...text.matchAll(/<test\b[^>]*>([\s\S]*?)<\/test>/g)].flatMap(([, test = ''], place) => {
        const [assertion = ''] = /<assert>[\s\S]*?<\/assert>/.exec(test) ?? [];
        const xml = test.replace(assertion, '').trim();
        return [...assertion.matchAll(/<(success|error|warning)>([^<]+)</g)].map(
          ([, verdict, rule = '']) => ({
            name: `${folder}/${file} ${place + 1}`,
            syntax,
            rule,
            isBroken: verdict !== 'success',
            xml,
          }),
        );
      });
    }),
  );
}
