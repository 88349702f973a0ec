import { describe, expect, it } from 'vitest';
import { LANGUAGES, PAYMENT_MEANS } from '../../../src/contracts/codes.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import { buildInvoiceSection } from '../../../src/render/template/invoice-section.ts';
import { wordingOf } from '../../../src/render/template/languages/wordings.ts';
import { fitsOnePage } from '../../../src/render/template/page-estimate.ts';
import { textsAt } from '../../domain/support/facturae-rules.ts';
import { buildLine, buildPrintable, buildProfile } from '../support/build-invoice.ts';

type Changes = NonNullable<Parameters<typeof buildPrintable>[0]>;
type Payment = NonNullable<InvoiceDocument['payment']>;
/** An account as a document states it: its IBAN, and its BIC with 11 characters. */
type Stated = readonly [iban: string | undefined, bic: string | undefined];

const OWN = 'ES9121000418450200051332';
const OF_PROFILE = 'ES7921000813610123456789';
const BIC = 'BBVAESMMXXX';
const NOTHING: Stated = [undefined, undefined];
const times = (count: number, stated: Stated) => Array.from({ length: count }, () => stated);

const pay = (payment: Partial<Payment>): Changes => ({
  payment: {
    iban: null,
    bic: null,
    mandateReference: null,
    creditorId: null,
    terms: null,
    due: [],
    ...payment,
  },
});

/**
 * What an invoice says about its account, and the account that it states; null if it states none.
 */
const INVOICES: Readonly<Record<string, readonly [changes: Changes, own: Stated | null]>> = {
  'an IBAN': [pay({ iban: OWN }), [OWN, undefined]],
  'an IBAN with its BIC': [pay({ iban: OWN, bic: 'CAIXESBB' }), [OWN, 'CAIXESBBXXX']],
  'an IBAN in the text': [{ paymentMethodInfo: 'IBAN: ES91 2100 0418 4502 0005 1332.' }, [OWN, undefined]],
  'an IBAN in the text and a BIC': [
    { ...pay({ bic: 'CAIXESBB' }), paymentMethodInfo: OWN },
    [OWN, 'CAIXESBBXXX'],
  ],
  'neither an account nor a text': [{}, null],
  'a text without an account': [{ paymentMethodInfo: 'A 30 días' }, null],
  'only terms': [pay({ terms: 'A 30 días' }), null],
};

/** What a profile says about its account. */
const PROFILES: Readonly<Record<string, readonly [profile: IssuerProfile | null, account: Stated]>> = {
  'no IBAN': [buildProfile(), NOTHING],
  'another IBAN': [buildProfile({ iban: OF_PROFILE }), [OF_PROFILE, undefined]],
  'another IBAN with its BIC': [buildProfile({ iban: OF_PROFILE, bic: BIC }), [OF_PROFILE, BIC]],
};

/**
 * Reads the elements of an account: the names of the elements that contain its IBAN and its BIC.
 */
function readXml(xml: string, iban: string, bic: string): Stated {
  const read = (path: string) => {
    const steps = path.split('/').map((name) => `*[local-name()="${name}"]`);
    return textsAt(xml, `//${steps.join('/')}`)[0];
  };
  return [read(iban), read(bic)?.padEnd(11, 'X')];
}

/** Reads the account of a page. */
function readPage(changes: Changes, issuerProfile: IssuerProfile | null): Stated {
  const invoice = buildPrintable(changes, { issuerProfile });
  const page = String(buildInvoiceSection(invoice, 'single', { mark: 'x-invoice:1', logoClass: null }));
  const found = Array.from(page.matchAll(/>IBAN ([^<]*)</g), ([, iban]) => iban!);
  // In groups of four, and once.
  expect(found.filter((iban) => !/^(?:[A-Z0-9]{4}\u{a0})+[A-Z0-9]{1,4}$/u.test(iban))).toEqual([]);
  expect(found.length).toBeLessThan(2);
  const [, bic] = /\bBIC ([A-Z0-9]+)/.exec(page) ?? [];
  return [found[0]?.replaceAll('\u{a0}', ''), bic?.padEnd(11, 'X')];
}

/** Reads the account to which UBL, CII and Facturae say that the invoice is paid, or with a debit the account that is charged. */
function readFormats(changes: Changes, profile: IssuerProfile | null, ofDebtor: boolean): Stated[] {
  const { document } = buildPrintable(changes);
  const ubl = writeXml('ubl', { document, profile });
  const cii = writeXml('cii', { document, profile });
  const facturae = writeFacturae(document, profile);
  if (!ofDebtor) {
    const branch = 'PayeeFinancialAccount/FinancialInstitutionBranch/ID';
    return [
      readXml(ubl, 'PayeeFinancialAccount/ID', branch),
      readXml(cii, 'PayeePartyCreditorFinancialAccount/IBANID', 'BICID'),
      readXml(facturae, 'AccountToBeCredited/IBAN', 'AccountToBeCredited/BIC'),
    ];
  }
  return [
    readXml(ubl, 'PayerFinancialAccount/ID', 'none'),
    readXml(cii, 'PayerPartyDebtorFinancialAccount/IBANID', 'none'),
    readXml(facturae, 'AccountToBeDebited/IBAN', 'none'),
  ];
}

const CASES = [null, ...PAYMENT_MEANS].flatMap((method) =>
  Object.keys(INVOICES).flatMap((said) =>
    Object.keys(PROFILES).map((profile) => [method, said, profile] as const),
  ),
);

describe('the account of an invoice', () => {
  it.each(CASES)(
    'is the same in PDF, UBL, CII and Facturae, with the method %s, %s, and a profile with %s',
    (method, said, kind) => {
      const [about, own] = INVOICES[said]!;
      const [profile, ofProfile] = PROFILES[kind]!;
      const changes = { ...about, paymentMethod: method };
      const isTransfer = method === 'bank_transfer';
      const isDebit = method === 'direct_debit' || method === 'bank_remittance';
      expect({
        printed: readPage(changes, profile),
        credited: readFormats(changes, profile, false),
        debited: readFormats(changes, profile, true),
      }).toEqual({
        // With another method the page shows the account that the invoice states, and electronic invoices only that of a debit.
        printed: own ?? (isTransfer ? ofProfile : NOTHING),
        credited: times(3, isTransfer ? (own ?? ofProfile) : NOTHING),
        debited: times(3, isDebit ? [own?.[0], undefined] : NOTHING),
      });
    },
  );

  it.each<[what: string, changes: Changes, expected: string]>([
    ['in its member', pay({ iban: OWN }), BIC],
    ['in its text', { paymentMethodInfo: `Cuenta ${OWN}` }, BIC],
    ['with a BIC of its own', pay({ iban: OWN, bic: 'CAIXESBB' }), 'CAIXESBBXXX'],
  ])('has the profile’s BIC if it is the profile’s account, stated %s', (_what, about, bic) => {
    const profile = buildProfile({ iban: OWN, bic: BIC });
    const changes = { ...about, paymentMethod: 'bank_transfer' } as const;
    const all = [readPage(changes, profile), ...readFormats(changes, profile, false)];
    expect(all).toEqual(times(4, [OWN, bic]));
  });

  it('has its BIC once if the text has it beside the IBAN', () => {
    const changes = { paymentMethod: 'bank_transfer', paymentMethodInfo: `${OWN}\nBIC bbvaesmm` } as const;
    const invoice = buildPrintable(changes, { issuerProfile: buildProfile({ iban: OWN, bic: BIC }) });
    const page = String(buildInvoiceSection(invoice, 'single', { mark: 'x-invoice:1', logoClass: null }));
    expect(page.match(/BIC/g)).toHaveLength(1);
  });

  it('is the profile’s with its own BIC, if the invoice states a BIC without an IBAN', () => {
    const changes = { ...pay({ bic: 'CAIXESBB' }), paymentMethod: 'bank_transfer' } as const;
    for (const bic of [null, BIC]) {
      const profile = buildProfile({ iban: OF_PROFILE, bic });
      const all = [readPage(changes, profile), ...readFormats(changes, profile, false)];
      expect(all).toEqual(times(4, [OF_PROFILE, bic ?? undefined]));
    }
  });

  it.each<[what: string, changes: Changes]>([
    ['is paid', { paid: true }],
    ['is in favour of the customer', { type: 'R4', lines: [buildLine({ units: '-1' })] }],
    ['was paid by deposits', { totals: { prepaid: '121.00' } }],
  ])('is not the profile’s if nothing is due to the issuer, because the invoice %s', (_what, about) => {
    const profile = buildProfile({ iban: OF_PROFILE, bic: BIC });
    const changes = {
      ...about,
      ...(about.type === 'R4' && { rectified: { number: 'F/1', issueDate: '2026-10-01' } }),
      paymentMethod: 'bank_transfer',
    } as const;
    const all = [readPage(changes, profile), ...readFormats(changes, profile, false)];
    expect(all).toEqual(times(4, NOTHING));
  });
});

describe('the account of a profile', () => {
  const byTransfer = { paymentMethod: 'bank_transfer' } as const;

  it('is printed as that of the invoice is, in every language and in previews', () => {
    const print = (changes: Changes, profile: Partial<IssuerProfile>, isDraft: boolean) => {
      const issuerProfile = buildProfile(profile);
      const invoice = buildPrintable(changes, { issuerProfile, ...(isDraft && { isDraft }) });
      return String(buildInvoiceSection(invoice, 'many', { mark: 'x-invoice:1', logoClass: null }));
    };
    for (const language of LANGUAGES)
      for (const isDraft of [true, false]) {
        const own = print({ ...byTransfer, ...pay({ iban: OWN, bic: BIC }) }, { language }, isDraft);
        expect(print(byTransfer, { language, iban: OWN, bic: BIC }, isDraft)).toBe(own);
        const { labels } = wordingOf(buildPrintable({}, { issuerProfile: buildProfile({ language }) }));
        expect(own).not.toContain(labels.debitedAccount);
      }
  });

  it('needs as much space as that of the invoice when its page is planned', () => {
    const counts = Array.from({ length: 40 }, (_, count) => {
      const lines = Array.from({ length: count + 1 }, () => buildLine());
      const own = buildPrintable({ ...byTransfer, ...pay({ iban: OWN, bic: BIC }), lines });
      const issuerProfile = buildProfile({ iban: OWN, bic: BIC });
      const ofProfile = buildPrintable({ ...byTransfer, lines }, { issuerProfile });
      return [own, ofProfile, buildPrintable({ ...byTransfer, lines })].map(fitsOnePage);
    });
    expect(counts.map(([own]) => own)).toEqual(counts.map(([, ofProfile]) => ofProfile));
    expect(counts.map(([own]) => own)).not.toEqual(counts.map(([, , without]) => without));
  });

  it('is absent if the profile was stored before profiles had accounts', () => {
    const { iban: _iban, bic: _bic, ...before } = buildProfile();
    const read = (profile: IssuerProfile) => [
      readPage(byTransfer, profile),
      ...readFormats(byTransfer, profile, false),
    ];
    expect(read(before)).toEqual(times(4, NOTHING));
    expect(read(before)).toEqual(read(buildProfile()));
  });
});
