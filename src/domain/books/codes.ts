import type { DocumentType, PaymentMeans, TaxType } from '../../contracts/codes.ts';
import type { DocumentLine, InvoiceDocument, Recipient, TaxGroup } from '../../contracts/invoice-document.ts';
import { isEuropeanVatNumber } from '../invoice/vat-number.ts';

/*
 * The codes of AEAT's book for the words of the engine. docs/books.md has the reason for each
 * decision that AEAT's documents leave open.
 */

/**
 * Column N: the type of a document that is no Spanish NIF; null for a NIF, which has none. A
 * recipient who is not in the census has a NIF. `international_vat_number` depends on the number.
 */
const DOCUMENT_CODES: Readonly<Record<Exclude<DocumentType, 'international_vat_number'>, string | null>> = {
  nif: null,
  nie: null,
  not_registered: null,
  eu_vat: '02',
  passport: '03',
  official_id: '04',
  residence_certificate: '05',
  other_document: '06',
};

export function codeOfDocument({ documentType, documentNumber }: Recipient): string | null {
  if (documentType === 'international_vat_number') return isEuropeanVatNumber(documentNumber) ? '02' : '04';
  return DOCUMENT_CODES[documentType];
}

/** Column AC: 01 transfer, 02 cheque, 03 not collected, 04 other, 05 direct debit. */
const COLLECTION_CODES: Readonly<Partial<Record<PaymentMeans, string>>> = {
  bank_transfer: '01',
  direct_debit: '05',
  bank_remittance: '05',
};

export function codeOfCollection(means: PaymentMeans | null): string {
  return (means && COLLECTION_CODES[means]) ?? '04';
}

/** Columns R, S and T of a tax group. */
type Operation = {
  readonly key: string;
  readonly qualification: string | null;
  readonly exemption: string | null;
};

/**
 * The columns of operations with another tax than the IVA: IGIC and IPSI have key 08, the one-stop
 * shop key 17, and both are not subject to the Spanish IVA by the place of supply.
 */
const OF_OTHER_TAXES: Readonly<Record<Exclude<TaxType, 'iva'>, Operation>> = {
  igic: { key: '08', qualification: 'N2', exemption: null },
  psi: { key: '08', qualification: 'N2', exemption: null },
  oss: { key: '17', qualification: 'N2', exemption: null },
  others: { key: '01', qualification: 'N1', exemption: null },
};

/** Rent of premises, whose key tells whether the tenant withholds. */
const RENT = '11';
/** The keys of the rent of premises, with the property in columns AH and AI. */
export const RENT_KEYS: ReadonlySet<string> = new Set(['11', '12', '13']);
export const CASH_ACCOUNTING = '07';

export function classifyGroup(group: TaxGroup, { lines }: Pick<InvoiceDocument, 'lines'>): Operation {
  const { taxType, regime, operationKey, exemptionCode } = group;
  if (taxType !== 'iva') return OF_OTHER_TAXES[taxType];
  return { key: keyOf(regime, group, lines), qualification: operationKey, exemption: exemptionCode };
}

/** AEAT's register has regime 20 (simplified), the book has not: its operations are general ones. */
function keyOf(regime: string | null, group: TaxGroup, lines: readonly DocumentLine[]): string {
  if (regime === null || regime === '20') return '01';
  if (regime !== RENT) return regime;
  const rents = lines.filter((line) => isOfGroup(line, group));
  const withheld = rents.filter(({ withholdingRate }) => withholdingRate !== null).length;
  if (withheld === 0) return '12';
  return withheld === rents.length ? '11' : '13';
}

function isOfGroup(line: DocumentLine, group: TaxGroup): boolean {
  return (
    line.taxType === group.taxType &&
    line.regime === group.regime &&
    line.operationKey === group.operationKey &&
    line.exemptionCode === group.exemptionCode &&
    line.rate === group.rate &&
    line.surchargeRate === group.surchargeRate
  );
}
