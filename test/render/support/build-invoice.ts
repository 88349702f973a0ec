import {
  DOCUMENT_VERSION,
  type DocumentLine,
  type InvoiceDocument,
  type IssuerProfile,
  type PrintableInvoice,
  type TaxGroup,
} from '../../../src/contracts/invoice-document.ts';

/*
 * Invoices for the tests of PDFs. The amounts of a page add up. The tests of the domain cover the
 * rules of the amounts.
 */

type LineInput = Partial<DocumentLine> & { readonly withholding?: never };

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

function groupLines(lines: readonly DocumentLine[]): TaxGroup[] {
  const groups = new Map<string, { line: DocumentLine; base: number }>();
  for (const line of lines) {
    const key = [line.taxType, line.regime, line.operationKey, line.exemptionCode, line.rate].join('|');
    const group = groups.get(key) ?? { line, base: 0 };
    group.base += Number(line.netAmount);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ line, base }) => ({
    taxType: line.taxType,
    regime: line.regime,
    operationKey: line.operationKey,
    exemptionCode: line.exemptionCode,
    rate: line.rate,
    base: base.toFixed(2),
    tax: ((base * Number(line.rate ?? 0)) / 100).toFixed(2),
  }));
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

/** Builds an invoice document whose amounts add up, with the given changes. */
export function buildDocument(overrides: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const lines = overrides.lines ?? [buildLine()];
  const groups = overrides.groups ?? groupLines(lines);
  const base = groups.reduce((sum, group) => sum + Number(group.base), 0);
  const tax = groups.reduce((sum, group) => sum + Number(group.tax), 0);
  const withholdings = groupWithholdings(lines);
  const withheld = withholdings.reduce((sum, { amount }) => sum + Number(amount), 0);
  const reimbursable = overrides.totals?.reimbursableExpenses ?? null;
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
      base: base.toFixed(2),
      tax: tax.toFixed(2),
      total: (base + tax).toFixed(2),
      withholdings,
      reimbursableExpenses: reimbursable,
      payable: (base + tax - withheld + Number(reimbursable ?? 0)).toFixed(2),
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
  document: Partial<InvoiceDocument> = {},
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
