import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../../src/contracts/issuer-profile.ts';
import { buildTerms } from '../../../../src/domain/einvoice/build-terms.ts';
import { judgeFormats } from '../../../../src/domain/einvoice/formats.ts';
import type { EInvoice } from '../../../../src/domain/einvoice/terms.ts';
import { prepareFacturX } from '../../../../src/domain/einvoice/writers/cii.ts';
import { buildUblInvoiceWriter, CEN } from '../../../../src/domain/einvoice/writers/ubl.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { openRules, openSyntaxSchema } from '../../support/en16931-judge.ts';
import { COMPILING_MS } from '../../support/format-judges.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

/*
 * What the product refuses with a rule of EN 16931 really breaks that rule. The writers accept any
 * terms, so the terms of each refused invoice are put together here from those of accepted
 * invoices, without the checks of the product.
 */

const writeUbl = buildUblInvoiceWriter(CEN);
const { recipient } = buildDocument();
const CANARIAN = buildProfile({ postalCode: '35001', city: 'Las Palmas' });
const PASSPORT = { ...recipient!, documentType: 'passport', documentNumber: 'C01' } as const;

type Key = Parameters<typeof buildLine>[0];
const of = (key: Key, changes: Parameters<typeof buildDocument>[0] = {}): InvoiceDocument =>
  buildDocument({ lines: [buildLine(key)], ...changes });
const terms = (document: InvoiceDocument, profile: IssuerProfile = buildProfile()): EInvoice =>
  buildTerms(document, profile);

const TAXED = of({});
const NOT_SUBJECT = of({ operationKey: 'N1', rate: null });
const OTHER = { taxType: 'others', regime: null } as const;
const REVERSED = { operationKey: 'S2', rate: '0' } as const;
const EXPORT = { regime: '02', operationKey: null, exemptionCode: 'E2', rate: null } as const;
const SUPPLY = { operationKey: null, exemptionCode: 'E5', rate: null } as const;
const GERMAN = {
  ...recipient!,
  documentType: 'international_vat_number',
  documentNumber: 'DE123456789',
  countryCode: 'DE',
} as const;

/** The terms with another tax amount, and the totals that result. */
function charge(base: EInvoice, tax: string, total: string): EInvoice {
  const [breakdown] = base['BG-23'];
  return {
    ...base,
    'BG-23': [{ ...breakdown!, 'BT-117': tax }],
    'BT-110': tax,
    'BT-112': total,
    'BT-115': total,
  };
}

/** The terms of two invoices of 100 € with IVA at 21 % and without tax, as one invoice. */
function joinTerms(one: EInvoice, other: EInvoice): EInvoice {
  return {
    ...one,
    'BG-23': [...one['BG-23'], ...other['BG-23']],
    'BG-25': [...one['BG-25'], ...other['BG-25'].map((line) => ({ ...line, 'BT-126': '2' }))],
    'BT-106': '200.00',
    'BT-109': '200.00',
    'BT-112': '221.00',
    'BT-115': '221.00',
  };
}

function withoutIds(base: EInvoice): EInvoice {
  const { 'BT-46': _id, 'BT-47': _legal, 'BT-48': _vat, ...buyer } = base['BG-7'];
  return { ...base, 'BG-7': buyer };
}

function moveSeller(base: EInvoice, country: string): EInvoice {
  const seller = base['BG-4'];
  return { ...base, 'BG-4': { ...seller, 'BG-5': { ...seller['BG-5'], country } } };
}

type Refusal = {
  readonly rule: string;
  readonly what: string;
  readonly document: InvoiceDocument;
  readonly profile?: IssuerProfile;
  /** The terms that the product refuses to write. */
  readonly refused: EInvoice;
};

const REFUSALS: readonly Refusal[] = [
  {
    rule: 'BR-07',
    what: 'a simplified invoice, which has no buyer',
    document: of({}, { type: 'F2', recipient: null }),
    refused: { ...terms(TAXED), 'BG-7': { ...terms(TAXED)['BG-7'], 'BT-44': '' } },
  },
  {
    rule: 'BR-O-11',
    what: 'what is not subject to IVA beside what is taxed',
    document: buildDocument({ lines: [buildLine(), buildLine({ operationKey: 'N1', rate: null })] }),
    refused: joinTerms(terms(TAXED), terms(NOT_SUBJECT)),
  },
  {
    rule: 'BR-O-09',
    what: 'another tax that is charged',
    document: of({ ...OTHER, rate: '5' }),
    refused: charge(terms(of({ ...OTHER, rate: '0' })), '5.00', '105.00'),
  },
  {
    rule: 'BR-CO-17',
    what: 'a tax on the base at cost, which is not the rate of the base',
    document: of({ regime: '06', costBase: '50.00' }),
    refused: charge(terms(TAXED), '10.50', '110.50'),
  },
  {
    rule: 'BR-S-08',
    what: 'a base that is not the sum of its lines',
    document: { ...TAXED, groups: [{ ...TAXED.groups[0]!, base: '102.00', tax: '21.42' }] },
    refused: {
      ...charge(terms(TAXED), '21.42', '121.42'),
      'BG-23': [{ ...terms(TAXED)['BG-23'][0]!, 'BT-116': '102.00', 'BT-117': '21.42' }],
    },
  },
  {
    rule: 'BR-CO-15',
    what: 'a total that is not the sum of the lines and taxes',
    document: { ...TAXED, totals: { ...TAXED.totals, total: '122.00' } },
    refused: { ...terms(TAXED), 'BT-112': '122.00', 'BT-115': '122.00' },
  },
  {
    rule: 'BR-AE-02',
    what: 'a reverse charge without a tax number of the buyer',
    document: of(REVERSED, { recipient: PASSPORT }),
    refused: withoutIds(terms(of(REVERSED))),
  },
  {
    rule: 'BR-G-02',
    what: 'an export by an issuer without a VAT identifier',
    document: of(EXPORT),
    profile: CANARIAN,
    refused: { ...terms(of(EXPORT)), 'BG-4': terms(TAXED, CANARIAN)['BG-4'] },
  },
  {
    rule: 'BR-IC-02',
    what: 'an intra-Community supply by an issuer without a VAT identifier',
    document: of(SUPPLY, { recipient: GERMAN }),
    profile: CANARIAN,
    refused: { ...terms(of(SUPPLY, { recipient: GERMAN })), 'BG-4': terms(TAXED, CANARIAN)['BG-4'] },
  },
  {
    rule: 'BR-IC-02',
    what: 'an intra-Community supply to a buyer without a VAT identifier',
    document: of(SUPPLY, { recipient: PASSPORT }),
    refused: withoutIds(terms(of(SUPPLY, { recipient: GERMAN }))),
  },
  {
    rule: 'BR-CL-04',
    what: 'a currency that is not in the list',
    document: of({}, { currency: 'STN', exchangeRate: '0.04' }),
    refused: { ...terms(TAXED), 'BT-5': 'STN' },
  },
  {
    rule: 'BR-CL-14',
    what: 'an issuer in a country that is not in the list',
    document: TAXED,
    profile: buildProfile({ countryCode: 'ZZ' }),
    refused: moveSeller(terms(TAXED), 'ZZ'),
  },
];

/** Rules whose refusals are proven by other means below. */
const OTHERWISE = ['BR-AF-05', 'BG-3', 'BG-7'];

/** Returns the rules of EN 16931 that the sources refuse with. */
function findRefusedRules(): string[] {
  const folder = new URL('../../../../src/domain/einvoice/', import.meta.url);
  const sources = ['', 'writers/'].flatMap((name) =>
    readdirSync(new URL(name, folder))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(name + file, folder), 'utf8')),
  );
  const rules = sources.flatMap((source) => [...source.matchAll(/'(B[RG]-[A-Z0-9-]*\d)',/g)]);
  return [...new Set(rules.map(([, rule]) => rule!))].toSorted();
}

describe.runIf(hasEinvoiceFacts)('an invoice that is refused with a rule of EN 16931', () => {
  let rules: Record<'ubl' | 'cii', (xml: string) => string[]>;
  beforeAll(() => {
    const open = (name: 'ubl' | 'cii') => {
      const judge = openRules(name);
      return (xml: string): string[] => judge(xml).map(({ rule }) => rule);
    };
    rules = { ubl: open('ubl'), cii: open('cii') };
  }, COMPILING_MS);

  it.each(REFUSALS)(
    'would break it: $rule, $what',
    ({ rule, document, profile = buildProfile(), refused }) => {
      const states = judgeFormats({ document, profile }, ['ubl', 'cii', 'hybrid']);
      expect([...states.values()].map((refusal) => refusal?.rule)).toEqual([rule, rule, rule]);
      expect(rules.ubl(writeUbl(refused))).toContain(rule);
      expect(rules.cii(prepareFacturX(refused)())).toContain(rule);
    },
  );

  it('would break it: BR-AF-05, IGIC of 0 %, which only CII refuses', () => {
    const document = of({ taxType: 'igic', rate: '0' });
    const states = judgeFormats({ document, profile: buildProfile() }, ['ubl', 'cii', 'hybrid']);
    expect([...states.values()].map((refusal) => refusal?.rule)).toEqual([undefined, 'BR-AF-05', 'BR-AF-05']);
    const taxed = terms(of({ taxType: 'igic', rate: '7' }));
    const cii = prepareFacturX(charge(taxed, '0.00', '100.00'))().replaceAll(
      '<ram:RateApplicablePercent>7<',
      '<ram:RateApplicablePercent>0<',
    );
    expect(rules.cii(cii)).toContain('BR-AF-05');
    expect(rules.ubl(writeUbl(terms(document)))).toEqual([]);
  });

  it('would violate the schema of CII D16B with several preceding invoices, and of UBL with several buyers', () => {
    const preceding = { 'BT-25': '1', 'BT-26': '2026-10-01' };
    const violates = (syntax: 'cii' | 'ubl', xml: string): void =>
      expect(() => openSyntaxSchema(syntax).check(xml)).toThrow(/not expected/i);
    violates('cii', prepareFacturX({ ...terms(TAXED), 'BG-3': [preceding, preceding] })());
    const buyer = /<cac:AccountingCustomerParty>.*<\/cac:AccountingCustomerParty>/;
    violates(
      'ubl',
      writeUbl(terms(TAXED)).replace(buyer, (party) => party + party),
    );
  });

  it('is none because of a note with number signs, of which UBL reads three characters as a code', () => {
    for (const footerNote of ['#AB1#', 'Ref. #ñ𝒜x#, #AAI#', '##ABC#', '#ABCD#', 'a # b # c']) {
      const ubl = writeUbl(terms(of({}, { footerNote })));
      expect([footerNote, rules.ubl(ubl)]).toEqual([footerNote, []]);
      const code = /<cbc:Note>[^#<]*#([^#<]*)#/u.exec(ubl)![1]!;
      expect(code).not.toMatch(/^.{3}$/su);
    }
  });

  it('is in this test, whatever the rule', () => {
    const tested = [...new Set([...REFUSALS.map(({ rule }) => rule), ...OTHERWISE])].toSorted();
    expect(tested).toEqual(findRefusedRules());
  });
});
