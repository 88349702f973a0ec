import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { nearlyValidV2Inputs } from '../../domain/support/arbitrary-v2-inputs.ts';
import { documentOf, TODAY } from '../../domain/support/inputs.ts';
import { arbitraryPrintables } from '../support/arbitrary-documents.ts';
import { wideInputs } from '../support/arbitrary-wide-invoices.ts';
import { buildPrintable, buildProfile } from '../support/build-invoice.ts';
import { expectTagged } from '../support/expect-tagged.ts';
import { openTestRenderer, type TestRenderer } from '../support/open-test-renderer.ts';
import { getContent } from '../support/read-pdf.ts';
import { runsOf } from '../../support/long.ts';

let renderer: TestRenderer;
beforeAll(async () => {
  renderer = await openTestRenderer({ renderTimeLimitMs: 60_000 });
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Invoices of version 2 that the rules accept, with arbitrary texts. */
const acceptedV2 = fc
  .tuple(nearlyValidV2Inputs, fc.constantFrom(...LANGUAGES))
  .map(([input, language]) => ({
    preparation: prepareInvoice(input, { organizationName: 'Org', today: TODAY }),
    language,
  }))
  .filter(({ preparation }) => preparation.kind === 'prepared')
  .map(({ preparation, language }) => {
    if (preparation.kind === 'refused') throw new Error('refused');
    return buildPrintable(preparation.invoice.document, { issuerProfile: buildProfile({ language }) });
  });

const invoices = fc
  .tuple(wideInputs, fc.constantFrom(...LANGUAGES), fc.constantFrom(null, '#7b241c'))
  .map(([input, language, accent]) =>
    buildPrintable(documentOf(input), { issuerProfile: buildProfile({ language, accent }) }),
  );

async function expectAllTagged(printed: readonly PrintableInvoice[]): Promise<void> {
  const results = await renderer.render(printed);
  for (const [index, result] of results.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- each reports its own failure
    await expectTagged(printed[index]!, getContent(result));
  }
}

it.each([
  ['any accepted invoice', invoices],
  ['an invoice with any optional member', arbitraryPrintables],
  ['any accepted invoice of version 2', acceptedV2],
])(
  'the structure tree of %s contains every word once and every line as a row with all its cells',
  async (_, arbitrary) => {
    await fc.assert(fc.asyncProperty(fc.array(arbitrary, { minLength: 1, maxLength: 4 }), expectAllTagged), {
      numRuns: runsOf(15),
    });
    expect(renderer.events.filter(({ type }) => type === 'browser_ended')).toEqual([]);
  },
  120_000,
);
