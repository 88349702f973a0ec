import { describe, expect, it } from 'vitest';
import type { ElectronicFormat } from '../../../src/contracts/electronic-formats.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import { findRefusal, judgeFormats, writeXml } from '../../../src/domain/einvoice/formats.ts';
import { type WantedFormats, warnOfFormats } from '../../../src/domain/einvoice/warn-of-formats.ts';
import { buildDocument, buildLine, buildProfile } from '../../render/support/build-invoice.ts';

/**
 * Returns the rule by which each format refuses a document; null for a format that can express it.
 */
function judge(document: InvoiceDocument, profile: IssuerProfile | null = buildProfile()): object {
  const states = judgeFormats({ document, profile });
  return Object.fromEntries(
    [...states]
      .filter(([format]) => format !== 'facturae')
      .map(([format, refusal]) => [format, refusal?.rule ?? null]),
  );
}

const { recipient } = buildDocument();
const NOT_SUBJECT = buildLine({ operationKey: 'N1', rate: null });
const all = (rule: string) => ({ ubl: rule, cii: rule, hybrid: rule });

describe('what EN 16931 cannot express is refused with its rule', () => {
  it.each<[what: string, document: InvoiceDocument, rules: object]>([
    ['an ordinary invoice, which every format can express', buildDocument(), all(null as never)],
    ['a simplified invoice', buildDocument({ type: 'F2', recipient: null }), all('BR-07')],
    ['a rectified simplified invoice', buildDocument({ type: 'R5' }), all('BR-07')],
    ['several recipients', buildDocument({ otherRecipients: [recipient!] }), all('BG-7')],
    [
      'lines that are not subject beside taxed lines',
      buildDocument({ lines: [NOT_SUBJECT, buildLine()] }),
      all('BR-O-11'),
    ],
    [
      'another tax that is charged',
      buildDocument({ lines: [buildLine({ taxType: 'others', regime: null, rate: '5' })] }),
      all('BR-O-09'),
    ],
    [
      'an intra-Community supply without a VAT identifier of the recipient',
      buildDocument({
        lines: [buildLine({ operationKey: null, exemptionCode: 'E5', rate: null })],
        recipient: { ...recipient!, documentType: 'passport' },
      }),
      all('BR-IC-02'),
    ],
    [
      'a reverse charge without a tax number of the recipient',
      buildDocument({
        lines: [buildLine({ operationKey: 'S2', rate: '0' })],
        recipient: { ...recipient!, documentType: 'passport' },
      }),
      all('BR-AE-02'),
    ],
    [
      'IGIC of 0 %, which only UBL can express',
      buildDocument({ lines: [buildLine({ taxType: 'igic', rate: '0' })] }),
      { ubl: null, cii: 'BR-AF-05', hybrid: 'BR-AF-05' },
    ],
    [
      'several rectified invoices, which CII D16B cannot name',
      buildDocument({
        type: 'R1',
        rectified: null,
        rectification: {
          method: 'differences',
          reason: 'Descuento',
          invoices: ['1', '2'].map((number) => ({ issuerNif: 'B12345674', number, issueDate: '2026-10-01' })),
        },
      }),
      { ubl: null, cii: 'BG-3', hybrid: null },
    ],
  ])('%s', (_what, document, rules) => {
    expect(judge(document)).toEqual(rules);
  });

  it('an issuer without an address', () => {
    expect(judge(buildDocument(), null)).toEqual(all('RD 1619/2012 art. 6.1.e'));
    expect(judge(buildDocument(), buildProfile({ city: null }))).toEqual(all('RD 1619/2012 art. 6.1.e'));
  });

  it('an export by an issuer in the Canary Islands, who has no VAT identifier', () => {
    const document = buildDocument({
      lines: [buildLine({ regime: '02', operationKey: null, exemptionCode: 'E2', rate: null })],
    });
    expect(judge(document, buildProfile({ postalCode: '35001' }))).toEqual(all('BR-G-02'));
  });
});

describe('what Peppol requires beyond EN 16931 is refused with its rule', () => {
  const { recipient: buyer } = buildDocument();
  const addressed = { ...buyer!, electronicAddress: { scheme: '0088', value: '8412345678905' } };
  const complete = { recipient: addressed, references: { buyer: 'ACME-1' } };
  const october = { start: '2026-10-01', end: '2026-10-31' };
  const withPeriod = (start: string | null, end: string | null) => ({
    ...complete,
    period: october,
    lines: [buildLine({ period: { start, end } })],
  });

  it.each<[what: string, document: InvoiceDocument, rule: string | null]>([
    ['an invoice with a buyer reference and an electronic address', buildDocument(complete), null],
    ['no reference', buildDocument({ recipient: addressed }), 'PEPPOL-EN16931-R003'],
    [
      'a foreign buyer without an electronic address',
      buildDocument({
        ...complete,
        recipient: { ...buyer!, documentType: 'passport', documentNumber: 'C01', countryCode: 'GB' },
      }),
      'PEPPOL-EN16931-R010',
    ],
    [
      'an invoice that the recipient issues',
      buildDocument({
        ...complete,
        issuedBy: {
          role: 'recipient',
          name: null,
          documentType: null,
          documentNumber: null,
          countryCode: null,
        },
      }),
      'PEPPOL-EN16931-P0100',
    ],
    ['a line within the period of the invoice', buildDocument(withPeriod('2026-10-01', '2026-10-31')), null],
    [
      'a line that begins before the invoice',
      buildDocument(withPeriod('2026-09-30', null)),
      'PEPPOL-EN16931-R110',
    ],
    [
      'a line that ends after the invoice',
      buildDocument(withPeriod(null, '2026-11-01')),
      'PEPPOL-EN16931-R111',
    ],
  ])('%s', (_what, document, rule) => {
    const refusal = findRefusal(() => writeXml('ubl', { document, profile: buildProfile() }, 'peppol'));
    expect(refusal?.rule ?? null).toBe(rule);
  });
});

describe('a dry run', () => {
  const warnWith = (document: InvoiceDocument, wanted: Partial<WantedFormats>) =>
    warnOfFormats(document, {
      formats: ['ubl'],
      profile: 'cen',
      issuers: new Map([[document.issuer.nif, buildProfile()]]),
      recipients: new Map(),
      ...wanted,
    });
  const warn = (document: InvoiceDocument, formats: readonly ElectronicFormat[], profile = buildProfile()) =>
    warnWith(document, { formats, issuers: new Map([[document.issuer.nif, profile]]) }).map(
      ({ code, message }) => [code, message.en],
    );

  it('warns of the formats that cannot express an invoice, and of no others', () => {
    const mixed = buildDocument({ lines: [NOT_SUBJECT, buildLine()] });
    expect(warn(mixed, ['ubl', 'facturae'])).toEqual([
      [
        'not_expressible',
        'The format ubl cannot express the invoice: BR-O-11: lines not subject to VAT cannot stand beside other lines in EN 16931',
      ],
    ]);
    expect(warn(buildDocument(), ['ubl', 'cii', 'hybrid'])).toEqual([]);
  });

  it('asks for what only Peppol requires, in the member that lacks it', () => {
    const document = buildDocument({
      recipient: { ...recipient!, documentType: 'passport', documentNumber: 'X1234567', countryCode: 'US' },
    });
    const peppol = { profile: 'peppol' } as const;
    const told = (found: ReturnType<typeof warnWith>) => found.map(({ field, rule }) => [field, rule]);
    expect(told(warnWith(buildDocument(), peppol))).toEqual([['buyer_reference', 'PEPPOL-EN16931-R003']]);
    expect(told(warnWith(document, peppol))).toEqual([
      ['recipients[0].electronic_address', 'PEPPOL-EN16931-R010'],
    ]);
    expect(warnWith(buildDocument(), {})).toEqual([]);
  });

  it('warns of nothing that the present profile of the recipient states', () => {
    const document = buildDocument();
    const recipients = new Map([[document.recipient!.documentNumber, { buyerReference: 'ACME-1' }]]);
    expect(warnWith(document, { profile: 'peppol', recipients })).toEqual([]);
  });

  it('warns by the present profile of the issuer', () => {
    const document = buildDocument({
      lines: [buildLine({ regime: '02', operationKey: null, exemptionCode: 'E2', rate: null })],
    });
    expect(warn(document, ['ubl'])).toEqual([]);
    const ofCanaries = warn(document, ['ubl'], buildProfile({ postalCode: '35001' }));
    expect(ofCanaries[0]![1]).toMatch(/^The format ubl cannot express the invoice: BR-G-02:/);
    const withoutAddress = warn(document, ['ubl'], buildProfile({ address: null }));
    expect(withoutAddress[0]![1]).toMatch(
      /^The format ubl cannot express the invoice: RD 1619\/2012 art\. 6\.1\.e:/,
    );
  });
});
