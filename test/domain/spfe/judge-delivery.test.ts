import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPFE_CHANNELS, type SpfeChannel } from '../../../src/contracts/spfe.ts';
import type { InvoiceDocument, Recipient } from '../../../src/contracts/invoice-document.ts';
import { findRefusal } from '../../../src/domain/einvoice/formats.ts';
import { prepareSpfe } from '../../../src/domain/einvoice/spfe/write-spfe.ts';
import { judgeSpfe } from '../../../src/domain/einvoice/spfe/check-spfe.ts';
import { type DeliveryRules, judgeDelivery } from '../../../src/domain/spfe/judge-delivery.ts';
import { buildDocument, buildLine, buildProfile } from '../../render/support/build-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { acceptedDocuments } from '../support/accepted-documents.ts';
import { completedDocuments } from '../support/completed-documents.ts';
import { writeIfExpressible } from '../support/written-documents.ts';
import { boundBytes } from '../../../src/domain/einvoice/spfe/size.ts';
import { hasSpfeFacts } from '../support/shared-facts.ts';
import { acceptCase, SPFE_CASES } from '../support/spfe-cases.ts';
import { spanishBuyers } from '../support/spanish-buyers.ts';

const RULES: DeliveryRules = {
  mode: 'send',
  channel: 'interconnect',
  duty: { from: '2026-01-01', arePersonsBusinesses: null },
  profile: buildProfile(),
};
const judge = (document: InvoiceDocument, rules: Partial<DeliveryRules> = {}) => {
  const { findings, warnings, ...judged } = judgeDelivery(document, { ...RULES, ...rules });
  return {
    ...judged,
    findings: findings.map(({ field, code, rule }) => `${field} | ${code} | ${rule}`),
    warnings: warnings.map(({ field, code }) => `${field} | ${code}`),
  };
};

const COMPANY = buildDocument().recipient!;
const buildFor = (changes: Partial<Recipient>) => buildDocument({ recipient: { ...COMPANY, ...changes } });
const OK = { concern: { kind: 'concerned' }, channel: 'interconnect', findings: [], warnings: [] };

describe.runIf(hasSpfeFacts)('a case of the public solution', () => {
  it.each(SPFE_CASES)('is refused before it is numbered only for its rule of the Orden: $id', (one) => {
    const { document, profile } = acceptCase(one);
    const { concern, channel, findings } = judgeDelivery(document, { ...RULES, profile });
    expect(findings.map(({ rule }) => rule)).toEqual(one.refused === undefined ? [] : [one.refused.rule]);
    expect(concern.kind).toBe(one.not_concerned === undefined ? 'concerned' : 'not_concerned');
    expect(channel).toBe(one.not_concerned === undefined ? 'interconnect' : null);
  });

  it.each(SPFE_CASES)('is only warned of in mode prepare: $id', (one) => {
    const { document, profile } = acceptCase(one);
    const { findings, warnings } = judgeDelivery(document, { ...RULES, mode: 'prepare', profile });
    expect(findings).toEqual([]);
    const rules = warnings.flatMap(({ rule }) => rule ?? []);
    expect(rules).toEqual(one.refused === undefined ? [] : [one.refused.rule]);
  });
});

describe('the judgement of a delivery', () => {
  it('finds nothing wrong with an invoice that can be sent', () => {
    expect(judge(buildDocument())).toEqual(OK);
  });

  it('does not judge an invoice that the duty does not concern, or whose duty begins later', () => {
    const incomplete = { address: null, city: null };
    expect(judge(buildFor({ ...incomplete, isBusiness: false }))).toEqual({
      concern: { kind: 'not_concerned', reason: 'consumer' },
      channel: null,
      findings: [],
      warnings: [],
    });
    const later = { duty: { from: '2027-10-06', arePersonsBusinesses: null } };
    expect(judge(buildFor(incomplete), later).findings).toEqual([]);
  });

  it('does not judge an invoice that another program delivers', () => {
    const judged = judge(buildFor({ address: null }), { channel: 'elsewhere' });
    expect(judged).toEqual({ ...OK, channel: 'elsewhere' });
  });

  it('has the channel that the invoice states before that of its issuer', () => {
    const channelOf = (spfeChannel: SpfeChannel) =>
      judge(buildDocument({ spfeChannel }), { channel: 'interconnect' }).channel;
    expect(SPFE_CHANNELS.map(channelOf)).toEqual([...SPFE_CHANNELS]);
    expect(judge(buildDocument(), { channel: 'copy' }).channel).toBe('copy');
  });

  it('lists every rule of the Orden that an invoice breaks, with the member that decides it', () => {
    const lines = [
      buildLine({ regime: '17', withholdingRate: '19' }),
      buildLine({ property: { situation: '1', cadastralReference: null } }),
    ];
    const document = buildDocument({ lines, recipient: { ...COMPANY, city: null, address: null } });
    document.totals.withholdings = [{ rate: '19', base: '100.00', amount: '19.00' }];
    expect(judge(document, { profile: null }).findings).toEqual([
      'lines | not_allowed | SPFE L3',
      'issuer_nif | blank | RD 1619/2012 art. 6.1.e',
      'recipients[0].address | blank | SPFE BT-50',
      'lines[1].property.cadastral_reference | blank | SPFE BT-161 RCAT',
      'lines[0].withholding_concept | blank | SPFE BT-ES-21',
    ]);
    expect(judge(document, { profile: null, mode: 'prepare' })).toMatchObject({
      findings: [],
      warnings: [
        'lines | not_expressible',
        'issuer_nif | not_expressible',
        'recipients[0].address | not_expressible',
        'lines[1].property.cadastral_reference | not_expressible',
        'lines[0].withholding_concept | not_expressible',
      ],
    });
  });

  it('only warns of a rule that the Orden does not contain', () => {
    const judged = judge(buildDocument({ currency: 'STN', exchangeRate: '0.041' }));
    expect(judged).toEqual({ ...OK, warnings: ['currency | not_expressible'] });
  });

  it('finds each missing fact with its remedy, and only warns of what depends on it', () => {
    const person = buildFor({ documentNumber: '12345678Z', address: null });
    const judged = judge(person);
    expect(judged.concern).toEqual({ kind: 'unknown', missing: ['is_business'] });
    expect(judged.findings).toEqual(['recipients[0].is_business | blank | RD 238/2026 art. 3']);
    expect(judged.warnings).toEqual(['recipients[0].address | not_expressible']);
    const [finding] = judgeDelivery(person, RULES).findings;
    expect(finding?.message.en).toContain('set it in the profile of the recipient');
    expect(finding?.message.es).toContain('fíjelo en el perfil del destinatario');
    expect(judge(person, { mode: 'prepare' }).warnings).toEqual([
      'recipients[0].is_business | spfe_concern_unknown',
      'recipients[0].address | not_expressible',
    ]);
    expect(judge(buildFor({ documentNumber: 'N0012345E' })).findings).toEqual([
      'recipients[0].document_number | blank | RD 238/2026 art. 3',
    ]);
  });

  it('names the recipient of whom a fact is missing', () => {
    const german = { ...COMPANY, documentType: 'eu_vat', documentNumber: 'DE129273398' } as const;
    const person = { ...COMPANY, documentNumber: '12345678Z' };
    const { findings } = judge(buildDocument({ recipient: german, otherRecipients: [person] }));
    expect(findings).toEqual(['recipients[1].is_business | blank | RD 238/2026 art. 3']);
  });

  it('has the fact that was decided for all natural persons', () => {
    const duty = { from: '2026-01-01', arePersonsBusinesses: true };
    expect(judge(buildFor({ documentNumber: '12345678Z' }), { duty })).toEqual(OK);
  });
});

describe('the rules of a file for the public solution', () => {
  const written = (document: InvoiceDocument) =>
    findRefusal(() => prepareSpfe({ document, profile: buildProfile(), qrUrl: null, isCopy: false }));

  it('refuse before the issue what its writer refuses afterwards, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(acceptedDocuments, acceptedDocuments.map(spanishBuyers)), (document) => {
        const { refusals } = judgeSpfe({ document, profile: buildProfile() });
        expect(refusals[0]?.rule).toBe(written(document)?.rule);
      }),
      { numRuns: runsOf(600) },
    );
  });

  it('never take a file for smaller than it is', () => {
    fc.assert(
      fc.property(completedDocuments.map(spanishBuyers), (document) => {
        const source = { document, profile: buildProfile(), qrUrl: null, isCopy: true };
        const xml = writeIfExpressible(() => prepareSpfe(source)());
        fc.pre(xml !== null);
        // What the head of an invoice may have is a million of bytes.
        expect(boundBytes(document) - 1_000_000).toBeGreaterThan(Buffer.byteLength(xml));
      }),
      { numRuns: runsOf(120) },
    );
  });
});
