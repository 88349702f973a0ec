import type { TaxType } from '../../../contracts/codes.ts';
import type { DocumentLine, InvoiceDocument, TaxGroup } from '../../../contracts/invoice-document.ts';
import { describeUntaxed } from '../../mentions/choose-mentions.ts';
import { isForeignVat, type FiscalKey } from '../../mentions/fiscal-key.ts';
import { readCents } from '../../money/decimals.ts';
import { hasMembersIncome, isPersonNif } from 'verifactu-protocol/records/nif';
import { isTaxedOnMargin } from '../../tax/regime-rules.ts';
import { addUp, type Amount, type Cents, formatAmount, formatRate, withEuros } from './amounts.ts';

/** TaxOutputType, and TaxType for withholdings. */
export type Tax = {
  readonly code: string;
  readonly rate: string;
  readonly base: Amount;
  readonly amount: Amount;
  /**
   * SpecialTaxableBase: the base at cost (LIVA art. 163 octies), from which `amount` is computed.
   */
  readonly costBase?: Amount;
  readonly surchargeRate?: string;
  readonly surcharge?: Amount;
};

/** SpecialTaxableEvent: why no tax is charged. */
export type SpecialEvent = { readonly code: '01' | '02'; readonly reason: string };

type Key = FiscalKey & Pick<TaxGroup, 'surchargeRate'>;

/** TaxTypeCodeType. VAT of other member states is VAT. */
const CODES: Readonly<Record<TaxType, string>> = {
  iva: '01',
  oss: '01',
  igic: '03',
  psi: '02',
  others: '05',
};
/** REIVA and REIGIC: the regime of travel agencies. */
const TRAVEL_AGENCIES = '05';
const OF_TRAVEL_AGENCIES: Partial<Record<TaxType, string>> = { iva: '17', igic: '18' };
/**
 * The taxes of which income is withheld: IRPF, Impuesto sobre la Renta de no Residentes and
 * Impuesto sobre Sociedades.
 */
const INCOME_TAXES = { persons: '04', nonResidents: '28', companies: '29' };
/** Foreign entities and establishments of non-residents (Orden EHA/451/2008). */
const NON_RESIDENT = /^[NW]/;

/**
 * Returns the tax of which the income of an issuer is withheld (RD 439/2007, art. 95; RD 634/2015,
 * art. 61).
 */
function findIncomeTax({ nif }: InvoiceDocument['issuer']): string {
  if (isPersonNif(nif) || hasMembersIncome(nif)) return INCOME_TAXES.persons;
  return NON_RESIDENT.test(nif) ? INCOME_TAXES.nonResidents : INCOME_TAXES.companies;
}

function findCode({ taxType, regime }: Key): string {
  return (regime === TRAVEL_AGENCIES ? OF_TRAVEL_AGENCIES[taxType] : undefined) ?? CODES[taxType];
}

/** The tax on a margin is part of the price and may not be shown (LIVA arts. 138 and 142). */
export function hidesTax(key: Key): boolean {
  return isTaxedOnMargin(key) && key.operationKey === 'S1';
}

/** Returns the rate that is charged, in per cent. */
export function findRate(key: Key): string {
  if (isForeignVat(key)) return key.foreignRate!;
  return key.operationKey === 'S1' && !hidesTax(key) ? (key.rate ?? '0') : '0';
}

/**
 * The amounts of a tax, of which documentation of the schema requires one for each type, rate and
 * equivalence surcharge.
 */
type Sums = {
  readonly key: Key;
  readonly bases: Cents[];
  readonly taxes: Cents[];
  readonly costBases: Cents[];
  readonly surcharges: Cents[];
};

/**
 * Builds TaxesOutputs of an invoice. Groups of one type, rate and surcharge are added, for example
 * those of the regimes 01 and 07.
 */
export function buildTaxesOutputs({ groups }: InvoiceDocument): {
  taxes: Tax[];
  base: Cents;
  charged: Cents;
} {
  const sums = new Map<string, Sums>();
  for (const group of groups) {
    const name = [
      findCode(group),
      formatRate(findRate(group)),
      group.surchargeRate,
      group.costBase !== undefined,
    ].join();
    const sum = sums.get(name) ?? { key: group, bases: [], taxes: [], costBases: [], surcharges: [] };
    sums.set(name, sum);
    addGroup(sum, group);
  }
  const all = [...sums.values()];
  return {
    taxes: all.map(buildOutput),
    base: addUp(all.flatMap(({ bases }) => bases)),
    charged: addUp(all.flatMap(({ taxes, surcharges }) => [...taxes, ...surcharges])),
  };
}

function addGroup(sum: Sums, group: TaxGroup): void {
  const { euro } = group;
  const read = (pick: (amounts: Omit<TaxGroup, keyof FiscalKey>) => bigint): Cents => ({
    total: pick(group),
    euros: euro === undefined ? null : pick(euro),
  });
  if (hidesTax(group)) {
    sum.bases.push(
      read(({ price, base, tax }) =>
        price === undefined ? readCents(base) + readCents(tax) : readCents(price),
      ),
    );
    return;
  }
  sum.bases.push(read(({ base }) => readCents(base)));
  sum.taxes.push(read(({ tax, foreignTax }) => readCents(tax) + readCents(foreignTax ?? '0.00')));
  if (group.costBase !== undefined) sum.costBases.push(read(({ costBase }) => readCents(costBase ?? '0.00')));
  if (group.surchargeRate !== undefined)
    sum.surcharges.push(read(({ surcharge }) => readCents(surcharge ?? '0.00')));
}

function buildOutput({ key, bases, taxes, costBases, surcharges }: Sums): Tax {
  const base = addUp(bases);
  // The tax on a margin is 0, also in euros.
  const amount = taxes.length === 0 ? { total: 0n, euros: base.euros === null ? null : 0n } : addUp(taxes);
  return {
    code: findCode(key),
    rate: formatRate(findRate(key)),
    base: formatAmount(base),
    amount: formatAmount(amount),
    ...(costBases.length > 0 && { costBase: formatAmount(addUp(costBases)) }),
    ...(key.surchargeRate !== undefined && {
      surchargeRate: formatRate(key.surchargeRate),
      surcharge: formatAmount(addUp(surcharges)),
    }),
  };
}

/** What a line has of the amounts of its tax group, and of the withholding of its rate. */
export type LineShares = {
  readonly base: Cents;
  readonly tax: Cents;
  readonly surcharge: Cents;
  readonly costBase: Cents;
  readonly withheld: { readonly base: Cents; readonly amount: Cents };
};

/** Builds the tax of a line from its shares of the amounts of its tax group. */
export function buildLineTax(line: DocumentLine, { base, tax, surcharge, costBase }: LineShares): Tax {
  return {
    code: findCode(line),
    rate: formatRate(findRate(line)),
    base: formatAmount(base),
    amount: formatAmount(tax),
    ...(line.costBase !== undefined && { costBase: formatAmount(costBase) }),
    ...(line.surchargeRate !== undefined && {
      surchargeRate: formatRate(line.surchargeRate),
      surcharge: formatAmount(surcharge),
    }),
  };
}

/**
 * Builds the withholding of a line; undefined if there is none. Its base is the amount without tax,
 * before the discounts and charges of the whole invoice, as in TaxesOutputs of a line: only the
 * totals contain them.
 */
export function buildLineWithholding(
  line: DocumentLine,
  { withheld }: LineShares,
  document: InvoiceDocument,
): Tax | undefined {
  const { withholdingRate: rate } = line;
  if (rate === null || !/[1-9]/.test(rate)) return undefined;
  return buildWithholding(rate, withheld.base, withheld.amount, document);
}

/** Builds TaxesWithheld of an invoice. */
export function buildTaxesWithheld(document: InvoiceDocument): Tax[] {
  return document.totals.withholdings.map(({ rate, base, amount }) =>
    buildWithholding(
      rate,
      withEuros(readCents(base), document),
      withEuros(readCents(amount), document),
      document,
    ),
  );
}

function buildWithholding(rate: string, base: Cents, amount: Cents, { issuer }: InvoiceDocument): Tax {
  return {
    code: findIncomeTax(issuer),
    rate: formatRate(rate),
    base: formatAmount(base),
    amount: formatAmount(amount),
  };
}

/**
 * Builds SpecialTaxableEvent of an operation that is exempt (01) or not subject (02); undefined for
 * any other. A reverse charge is neither; its mention is among the legal literals.
 */
export function findSpecialEvent(
  key: Key,
  recipient: InvoiceDocument['recipient'],
): SpecialEvent | undefined {
  const { exemptionCode, operationKey } = key;
  const code =
    exemptionCode !== null ? '01' : operationKey === 'N1' || operationKey === 'N2' ? '02' : undefined;
  if (code === undefined || isForeignVat(key)) return undefined;
  return { code, reason: describeUntaxed(key, recipient)! };
}
