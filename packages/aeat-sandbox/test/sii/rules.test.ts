import { describe, expect, it } from 'vitest';
import { INVOICE_RULES, INVOICE_WARNINGS, judgeInvoice } from '../../src/sii/rules/judge-invoice.ts';
import { buildInvoiceCase } from '../../src/sii/rules/case.ts';
import { readInvoice } from '../../src/sii/records/read-invoice.ts';
import { buildCensus } from '../../src/taxpayers/census.ts';
import { findChildren } from '../../src/xml/element.ts';
import { openSoapBody } from '../../src/xml/open-soap-body.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import { BREAKDOWN_CASES } from './support/rule-cases/breakdown-cases.ts';
import { AMOUNT_CASES } from './support/rule-cases/amount-cases.ts';
import { CENSUS, type RuleCase } from './support/rule-cases/rule-case.ts';
import { DATE_CASES } from './support/rule-cases/date-cases.ts';
import { KEY_CASES } from './support/rule-cases/key-cases.ts';
import { PARTY_CASES } from './support/rule-cases/party-cases.ts';
import { TYPE_CASES } from './support/rule-cases/type-cases.ts';
import { NAME, NOW, TAXPAYER, type Draft, writeSupply } from './support/write-sii.ts';

const CASES: readonly RuleCase[] = [
  ...DATE_CASES,
  ...TYPE_CASES,
  ...PARTY_CASES,
  ...BREAKDOWN_CASES,
  ...KEY_CASES,
  ...AMOUNT_CASES,
];

const census = buildCensus(CENSUS);

function read(draft: Draft) {
  const [record] = findChildren(openSoapBody(parseXml(writeSupply([draft]))), 'RegistroLRFacturasEmitidas');
  return readInvoice(record!);
}

const surroundingsOf = (communication = 'A0') => ({
  taxpayer: { nif: TAXPAYER, name: NAME },
  communication,
  now: NOW,
  census,
});

function judge(draft: Draft, communication?: string) {
  const { error, warning } = judgeInvoice(read(draft), surroundingsOf(communication));
  return error?.code ?? warning?.code ?? null;
}

/** Lists all codes whose rules a record breaks. */
function listBroken(draft: Draft, communication?: string): number[] {
  const given = buildInvoiceCase(read(draft), surroundingsOf(communication));
  const broken = [...INVOICE_RULES, ...INVOICE_WARNINGS].filter((rule) => rule.breaks(given));
  return [...new Set(broken.map(({ code }) => code))];
}

describe('a rule of SII', () => {
  it.each(CASES)('$code concerns $what', ({ code, broken, communication }) => {
    expect(judge(broken, communication)).toBe(code);
  });

  it.each(CASES.filter(({ also }) => also === undefined))(
    '$code alone concerns $what',
    ({ code, broken, communication }) => {
      expect(listBroken(broken, communication)).toEqual([code]);
    },
  );

  it.each(CASES.filter(({ allowed }) => allowed !== undefined))(
    'other than $code allows the nearest record to $what',
    ({ allowed, communication }) => {
      expect(listBroken(allowed!, communication)).toEqual([]);
    },
  );

  it('has a case', () => {
    const judged = new Set(CASES.map(({ code }) => code));
    const codes = [...INVOICE_RULES, ...INVOICE_WARNINGS].map(({ code }) => code);
    expect(codes.filter((code) => !judged.has(code))).toEqual([]);
  });
});
