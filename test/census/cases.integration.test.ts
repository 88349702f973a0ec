import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRequest } from '../../packages/aeat-sandbox/src/faults/fault.ts';
import type { CensusEntries } from '../../packages/aeat-sandbox/src/taxpayers/census-file.ts';
import { CENSUS_MODES, type CensusMode } from '../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { censusPath, hasCensusFacts } from '../domain/support/shared-facts.ts';
import { openTestCensus, type TestCensus } from './support/open-census.ts';

type Case = {
  readonly case: number;
  readonly nif: string;
  readonly name: string;
  readonly role: string;
  readonly aeat: string;
  readonly expected: Readonly<Record<CensusMode, string>>;
  readonly why: string;
};

/** The API refuses ES before a NIF, which it says is to be left out: that case is asked without it. */
const CASES = hasCensusFacts
  ? (JSON.parse(readFileSync(censusPath('cases.json'), 'utf8')) as Case[]).map((each) => ({
      ...each,
      nif: each.nif.replace(/^ES/, ''),
    }))
  : [];

/** The issuer of all cases but one, an entity of which the census has the same name. */
const ISSUER = 'A12345674';
const CENSUS: CensusEntries = {
  taxpayers: [
    { nif: 'B12345674', name: 'EJEMPLO DEL CENSO SL' },
    { nif: '12345678Z', name: 'ANA', surnames: 'GARCIA LOPEZ' },
    { nif: 'A58818501', name: 'TALLERES SA', state: 'baja' },
  ],
};

/** What differs at the stand-in in a case. */
const AT_AEAT: Readonly<Record<number, { census?: CensusEntries; faults?: FaultRequest[] }>> = {
  5: { faults: [{ kind: 'mixed-words', service: 'census' }] },
  7: {
    census: { taxpayers: [{ nif: 'B12345674', name: 'EJEMPLO SL', state: 'revocado' }] },
    faults: [{ kind: 'mixed-words', service: 'census' }],
  },
  8: { faults: [{ kind: 'unprocessed', service: 'census' }] },
  9: { census: { unknown: ['12345678Z'] } },
  12: { census: { unknown: ['X1234567L'] } },
  14: { faults: [{ kind: 'http-status', status: 503, service: 'census' }] },
};

/** Warnings that say that a party could be wrong. The spelling of an entity is information. */
const DOUBTS = /^census_(?!spelling)/;

describe.skipIf(!hasCensusFacts)('the cases of the census', () => {
  let test: TestCensus;
  beforeAll(async () => {
    test = await openTestCensus();
  });
  afterAll(() => test[Symbol.asyncDispose]());
  beforeEach(() => test.sandbox.control.clearFaults());

  const runs = CASES.flatMap((each) => CENSUS_MODES.map((mode) => ({ ...each, mode })));
  // The order of the cases is that of the messages at the stand-in.
  it.each(runs)('case $case with $mode: $nif $name, $why', { timeout: 60_000 }, async (run) => {
    const { mode, expected } = run;
    const { census = CENSUS, faults = [] } = AT_AEAT[run.case] ?? {};
    test.sandbox.control.replaceCensus(census);
    test.sandbox.control.addFaults(...faults);
    const organization = await test.createOrganization(mode);
    const before = test.asked().length;
    const invoices = await test.end(await test.post(organization, `C${run.case}`, ...buildInvoices(run)));
    const asked = test.asked().slice(before);
    const doubts = invoices.map(({ warnings }) =>
      warnings.map(({ code }) => code).filter((code) => DOUBTS.test(code)),
    );
    const isAsked = mode !== 'off' && !run.aeat.startsWith('not asked');
    expect({ isAsked, asked: isAsked ? asked.length > 0 : asked.flat().join().includes(run.nif) }).toEqual({
      isAsked,
      asked: isAsked,
    });
    const isFailed = expected[mode].startsWith('fail');
    for (const { number, error } of invoices)
      expect([number !== null, error === null]).toEqual([!isFailed, !isFailed]);
    expect(isFailed ? [] : doubts).toEqual(
      isFailed ? [] : invoices.map((_, index) => findExpected(run, mode, index)),
    );
  });

  function findExpected({ case: number, expected }: Case, mode: CensusMode, index: number): string[] {
    const says = expected[mode];
    if (says.includes('census_unknown')) return ['census_unknown'];
    if (says.includes('census_unavailable') || says.startsWith('by setting')) return ['census_unavailable'];
    if (!says.startsWith('warning')) return [];
    if (says.includes('once per batch') && index > 0) return [];
    return [number === 5 ? 'census_name_differs' : (WARNINGS[number] ?? 'census_not_identified')];
  }
});

const WARNINGS: Readonly<Record<number, string>> = { 6: 'census_deregistered', 7: 'census_revoked' };

/** Builds the invoices of a case: two of an issuer, one to a recipient. */
function buildInvoices({ case: number, nif, name, role }: Case): InvoiceInput[] {
  if (role === 'issuer') {
    const issuer = { issuer_nif: nif, issuer_name: name };
    return [issuer, issuer];
  }
  const documentType = nif.startsWith('DE')
    ? ('eu_vat' as const)
    : role.includes('07')
      ? ('not_registered' as const)
      : ('nif' as const);
  const parts = { given_name: 'ANA', first_surname: 'GARCIA', second_surname: 'LOPEZ' };
  return [
    {
      issuer_nif: ISSUER,
      recipient_legal_name: null,
      recipient_document_type: null,
      recipient_document_number: null,
      recipient_billing_address: null,
      recipient_billing_postal_code: null,
      recipient_billing_city: null,
      recipients: [
        {
          name,
          document_type: documentType,
          document_number: nif,
          address: 'Calle Mayor 1',
          postal_code: '28013',
          city: 'Madrid',
          country_code: documentType === 'eu_vat' ? 'DE' : 'ES',
          ...(number === 3 && { person_name: parts }),
        },
      ],
    },
  ];
}
