import { DOCUMENT_VERSION } from '../../../src/contracts/codes.ts';
import type {
  DocumentAllowance,
  DocumentLine,
  InvoiceDocument,
  TaxGroup,
} from '../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';

/*
 * Invoices for the tests of PDFs. The amounts of a page add up. The tests of the domain cover the
 * rules of the amounts.
 */

type LineInput = Partial<DocumentLine> & { readonly withholding?: never };

/** Builds an allowance of 10 € on lines with IVA at 21 %. */
export function buildAllowance(overrides: Partial<DocumentAllowance> = {}): DocumentAllowance {
  return {
    isCharge: false,
    reason: 'Descuento comercial',
    percent: null,
    amount: '10.00',
    taxType: 'iva',
    regime: '01',
    operationKey: 'S1',
    exemptionCode: null,
    rate: '21',
    ...overrides,
  };
}

/** Builds a line of one unit at 100 € with IVA at 21 %. */
export function buildLine(overrides: LineInput = {}): DocumentLine {
  const line = {
    concept: 'Servicio de consultoría',
    notes: null,
    units: '1',
    unitPrice: '100',
    discountPercent: null,
    withholdingRate: null,
    taxType: 'iva',
    regime: '01',
    operationKey: 'S1',
    exemptionCode: null,
    rate: '21',
    ...overrides,
  } as const;
  const net = Number(line.units) * Number(line.unitPrice) * (1 - Number(line.discountPercent ?? 0) / 100);
  return { netAmount: net.toFixed(2), ...line };
}

const cents = (amount: number): string => amount.toFixed(2);
const sumOf = (amounts: readonly (string | undefined)[]): number =>
  amounts.reduce((sum, amount) => sum + Number(amount ?? 0), 0);

/** Groups lines, and allowances and charges of the whole invoice, by their fiscal key. */
function groupLines(
  lines: readonly DocumentLine[],
  allowances: readonly DocumentAllowance[],
  euroRate: number | null,
): TaxGroup[] {
  const parts = [
    ...lines.map(({ netAmount, margin, costBase, ...key }) => ({
      key,
      net: Number(netAmount),
      margin,
      costBase,
    })),
    ...allowances.map(({ isCharge, amount, ...key }) => {
      const net = Number(amount) * (isCharge ? 1 : -1);
      return { key, net, margin: undefined, costBase: undefined };
    }),
  ];
  const keyOf = ({ key }: (typeof parts)[number]): string =>
    [
      key.taxType,
      key.regime,
      key.operationKey,
      key.exemptionCode,
      key.rate,
      key.surchargeRate,
      key.taxCountry,
      key.foreignRate,
    ].join('|');
  return [...Map.groupBy(parts, keyOf).values()].map((same): TaxGroup => {
    const { taxType, regime, operationKey, exemptionCode, rate, surchargeRate, taxCountry, foreignRate } =
      same[0]!.key;
    const net = same.reduce((sum, part) => sum + part.net, 0);
    const isOnMargin = same.some(({ margin }) => margin !== undefined);
    const factor = Number(rate ?? 0) / 100;
    const base = isOnMargin ? sumOf(same.map(({ margin }) => margin)) / (1 + factor) : net;
    const withCost = same.some(({ costBase }) => costBase !== undefined);
    const costBase = sumOf(same.map((part) => part.costBase));
    const amounts = {
      base: cents(base),
      tax: cents((withCost ? costBase : base) * factor),
      ...(surchargeRate !== undefined && { surcharge: cents((base * Number(surchargeRate)) / 100) }),
      ...(withCost && { costBase: cents(costBase) }),
      ...(isOnMargin && { price: cents(net) }),
      ...(foreignRate !== undefined && { foreignTax: cents((base * Number(foreignRate)) / 100) }),
    };
    return {
      taxType,
      regime,
      operationKey,
      exemptionCode,
      rate,
      ...(surchargeRate !== undefined && { surchargeRate }),
      ...(taxCountry !== undefined && { taxCountry }),
      ...(foreignRate !== undefined && { foreignRate }),
      ...amounts,
      ...(euroRate !== null && {
        euro: Object.fromEntries(
          Object.entries(amounts).map(([name, amount]) => [name, cents(Number(amount) * euroRate)]),
        ) as NonNullable<TaxGroup['euro']>,
      }),
    };
  });
}

function groupWithholdings(lines: readonly DocumentLine[]) {
  const bases = new Map<string, number>();
  for (const { withholdingRate, netAmount } of lines) {
    if (withholdingRate === null) continue;
    bases.set(withholdingRate, (bases.get(withholdingRate) ?? 0) + Number(netAmount));
  }
  return [...bases].map(([rate, base]) => ({
    rate,
    base: base.toFixed(2),
    amount: ((base * Number(rate)) / 100).toFixed(2),
  }));
}

type Changes = Partial<Omit<InvoiceDocument, 'totals'>> & {
  readonly totals?: Partial<InvoiceDocument['totals']>;
};

/** Builds an invoice document whose amounts add up, with the given changes. */
export function buildDocument(overrides: Changes = {}): InvoiceDocument {
  const lines = overrides.lines ?? [buildLine()];
  const { allowances = [], exchangeRate } = overrides;
  const euroRate = exchangeRate === undefined ? null : Number(exchangeRate);
  const groups = overrides.groups ?? groupLines(lines, allowances, euroRate);
  const base = sumOf(groups.map((group) => group.base));
  const tax = sumOf(groups.map((group) => group.tax));
  const has = (read: (group: TaxGroup) => string | undefined): boolean =>
    groups.some((group) => read(group) !== undefined);
  const surcharge = sumOf(groups.map((group) => group.surcharge));
  const foreignTax = sumOf(groups.map((group) => group.foreignTax));
  // The registered total contains the full price of what is taxed on the margin.
  const total = sumOf(
    groups.flatMap((group) =>
      group.price === undefined ? [group.base, group.tax, group.surcharge] : [group.price],
    ),
  );
  const withholdings = groupWithholdings(lines);
  const withheld = withholdings.reduce((sum, { amount }) => sum + Number(amount), 0);
  const reimbursable = overrides.totals?.reimbursableExpenses ?? null;
  const prepaid = Number(overrides.totals?.prepaid ?? 0);
  return {
    version: DOCUMENT_VERSION,
    number: 'F2026-0001',
    type: 'F1',
    issueDate: '2026-11-20',
    operationDate: null,
    dueDate: null,
    description: lines.map(({ concept }) => concept).join(', '),
    issuer: { nif: 'B12345674', name: 'Talleres Ibérica del Norte, S.L.' },
    recipient: {
      name: 'Comercial Peñíscola, S.A.',
      documentType: 'nif',
      documentNumber: 'A12345674',
      countryCode: 'ES',
      address: 'Avenida de la Constitución, 25, 3.º B',
      postalCode: '46001',
      city: 'València',
    },
    addressee: null,
    unidentifiedRecipient: false,
    rectified: null,
    paymentMethod: null,
    paymentMethodInfo: null,
    paid: null,
    footerNote: null,
    ...overrides,
    lines,
    groups,
    totals: {
      base: cents(base),
      tax: cents(tax),
      total: cents(total),
      withholdings,
      reimbursableExpenses: reimbursable,
      payable: cents(total + foreignTax - withheld + Number(reimbursable ?? 0) - prepaid),
      ...(has((group) => group.surcharge) && { surcharge: cents(surcharge) }),
      ...(has((group) => group.foreignTax) && { foreignTax: cents(foreignTax) }),
      ...(euroRate !== null && {
        euro: {
          base: cents(sumOf(groups.map(({ euro }) => euro?.base))),
          tax: cents(sumOf(groups.map(({ euro }) => euro?.tax))),
          ...(has((group) => group.surcharge) && {
            surcharge: cents(sumOf(groups.map(({ euro }) => euro?.surcharge))),
          }),
          total: cents(total * euroRate),
        },
      }),
      ...overrides.totals,
    },
  };
}

/** Builds an issuer profile without a logo. */
export function buildProfile(overrides: Partial<IssuerProfile> = {}): IssuerProfile {
  return {
    name: null,
    accent: null,
    language: null,
    address: 'Polígono Industrial Malpica, calle F, parcela 12',
    postalCode: '50016',
    city: 'Zaragoza',
    province: 'Zaragoza',
    countryCode: 'ES',
    email: 'administracion@talleresiberica.example',
    phone: '+34 976 000 000',
    website: 'talleresiberica.example',
    registryNote:
      'Inscrita en el Registro Mercantil de Zaragoza, tomo 4.321, folio 87, hoja Z-12345, inscripción 1.ª',
    iban: null,
    bic: null,
    logo: null,
    ...overrides,
  };
}

/** Builds the address of an invoice in AEAT's test environment. */
function buildQrUrl({ issuer, number, issueDate, totals }: InvoiceDocument): string {
  const date = issueDate.split('-').toReversed().join('-');
  return `https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=${issuer.nif}&numserie=${encodeURIComponent(number)}&fecha=${date}&importe=${totals.total}`;
}

let lastId = 0;

/** Builds a printable invoice with a QR code and a profile. */
export function buildPrintable(
  document: Changes = {},
  overrides: Partial<Omit<PrintableInvoice, 'document'>> = {},
): PrintableInvoice {
  const full = buildDocument(document);
  lastId += 1;
  return {
    issuedInvoiceId: lastId,
    document: full,
    issuerProfile: buildProfile(),
    annulledOn: null,
    qrUrl: buildQrUrl(full),
    ...overrides,
  };
}
