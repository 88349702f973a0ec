import type { ReferenceText } from '../../contracts/v2/reference-members.ts';
import type { LineText } from '../../contracts/v2/line-members.ts';

/*
 * The semantic model of EN 16931-1: an invoice in business terms, named by their BT and BG numbers.
 * Amounts are decimal strings with two decimals in the currency BT-5, dates are `YYYY-MM-DD`, and
 * rates are per cent. A term that does not apply is absent, never empty, so a writer cannot produce
 * an empty element.
 */

/** VAT category codes (UNTDID 5305) that EN 16931 allows. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';

/** The identification scheme and the value of an electronic address (BT-34, BT-49). */
export type SchemedValue = { readonly scheme: string; readonly value: string };

export type PostalAddress = {
  /** BT-35, BT-50: address line 1. */
  readonly line?: string;
  /** BT-37, BT-52. */
  readonly city?: string;
  /** BT-38, BT-53. */
  readonly postCode?: string;
  /** BT-39, BT-54: country subdivision; the province in Spain. */
  readonly subdivision?: string;
  /** BT-40, BT-55: ISO 3166-1 alpha-2. */
  readonly country: string;
};

/** BG-4. */
export type Seller = {
  /** Name. */
  readonly 'BT-27': string;
  /** Legal registration identifier: the NIF. */
  readonly 'BT-30': string;
  /** VAT identifier with its country prefix. */
  readonly 'BT-31'?: string;
  /** Tax registration identifier, where the VAT identifier does not apply. */
  readonly 'BT-32'?: string;
  /** Additional legal information, such as the entry in the Registro Mercantil. */
  readonly 'BT-33'?: string;
  /** Electronic address. */
  readonly 'BT-34'?: SchemedValue;
  readonly 'BG-5': PostalAddress;
  /** Telephone of the contact. */
  readonly 'BT-42'?: string;
  /** Email of the contact. */
  readonly 'BT-43'?: string;
};

/** BG-7. */
export type Buyer = {
  /** Name. */
  readonly 'BT-44': string;
  /** Identifier without a scheme, such as a passport number. */
  readonly 'BT-46'?: string;
  /** Legal registration identifier. */
  readonly 'BT-47'?: string;
  /** VAT identifier with its country prefix. */
  readonly 'BT-48'?: string;
  /** Electronic address. */
  readonly 'BT-49'?: SchemedValue;
  readonly 'BG-8': PostalAddress;
  /** BG-9: person or department, telephone and e-mail of the contact. */
  readonly 'BT-56'?: string;
  readonly 'BT-57'?: string;
  readonly 'BT-58'?: string;
};

/** BG-10: who receives the payment, if not the seller. */
export type Payee = {
  /** Name. */
  readonly 'BT-59': string;
  /** Legal registration identifier. */
  readonly 'BT-61'?: string;
};

/** BG-14 and BG-26. */
export type Period = { readonly start?: string; readonly end?: string };

/** BG-3: a preceding invoice. */
export type PrecedingInvoice = {
  /** Number. */
  readonly 'BT-25': string;
  /** Issue date. */
  readonly 'BT-26': string;
};

/** BG-16. */
export type PaymentInstructions = {
  /** Payment means code (UNTDID 4461). */
  readonly 'BT-81': string;
  /** Text of the payment means. */
  readonly 'BT-82'?: string;
  /** Text that the payment shall carry. */
  readonly 'BT-83'?: string;
  /** BG-17: account to which the amount is transferred. */
  readonly 'BT-84'?: string;
  /** BIC of the bank of that account. */
  readonly 'BT-86'?: string;
  /** BG-19: mandate of a direct debit. */
  readonly 'BT-89'?: string;
  /** Creditor identifier of a direct debit. */
  readonly 'BT-90'?: string;
  /** Debited account. */
  readonly 'BT-91'?: string;
};

/**
 * The VAT category of a line, an allowance or a charge, and its rate, which is absent with category
 * O.
 */
export type CategoryAndRate = { readonly category: VatCategory; readonly rate?: string };

/** BG-20 and BG-21: an allowance or a charge of the whole invoice. */
export type DocumentAllowanceOrCharge = {
  readonly isCharge: boolean;
  /** BT-92, BT-99. */
  readonly amount: string;
  /** BT-93, BT-100: the amount to which the percentage applies. */
  readonly base?: string;
  /** BT-94, BT-101. */
  readonly percent?: string;
  /** BT-97, BT-104. */
  readonly reason: string;
  /** BT-95 and BT-96, BT-102 and BT-103. */
  readonly tax: CategoryAndRate;
};

/** BG-27 and BG-28: an allowance or a charge of a line. */
export type LineAllowance = {
  readonly isCharge: boolean;
  /** BT-136, BT-141. */
  readonly amount: string;
  /** BT-137, BT-142: the amount to which the percentage applies. */
  readonly base?: string;
  /** BT-138, BT-143. */
  readonly percent?: string;
  /** BT-139, BT-144. */
  readonly reason: string;
};

/** BG-23. */
export type VatBreakdown = {
  /** Taxable amount. */
  readonly 'BT-116': string;
  /** Tax amount. */
  readonly 'BT-117': string;
  readonly tax: CategoryAndRate;
  /** Text of the reason for which no tax is charged. */
  readonly 'BT-120'?: string;
  /** Code of that reason (VATEX). */
  readonly 'BT-121'?: string;
};

/** BG-25, with the texts that are only passed on. */
export type Line = { readonly [Term in LineText['term']]?: string } & {
  /** Identifier: 1, 2, 3 … */
  readonly 'BT-126': string;
  /** Note. */
  readonly 'BT-127'?: string;
  /** Quantity, signed. */
  readonly 'BT-129': string;
  /** Unit of the quantity (UN/ECE Recommendation 20 or 21). */
  readonly 'BT-130': string;
  /** Net amount. */
  readonly 'BT-131': string;
  readonly 'BG-26'?: Period;
  /** BG-27 and BG-28. */
  readonly allowancesAndCharges: readonly LineAllowance[];
  /** Net price of an item, never negative. */
  readonly 'BT-146': string;
  readonly tax: CategoryAndRate;
  /** Name of the item. */
  readonly 'BT-153': string;
  /** Description of the item. */
  readonly 'BT-154'?: string;
};

/** The terms of references to other documents. */
export type ReferenceTerm = ReferenceText['term'] | 'BT-16';

export type EInvoice = { readonly [Term in ReferenceTerm]?: string } & {
  /** Number. */
  readonly 'BT-1': string;
  /** Issue date. */
  readonly 'BT-2': string;
  /**
   * Type code (UNTDID 1001): 380, 384 for a correction, 389 for an invoice that the recipient
   * issues.
   */
  readonly 'BT-3': '380' | '384' | '389';
  /**
   * Whether the invoice replaces the preceding ones with the corrected amounts, which the type code
   * 384 means.
   */
  readonly isSubstitution: boolean;
  /** Currency of the amounts. */
  readonly 'BT-5': string;
  /** Currency of BT-111: EUR, if the invoice has another currency. */
  readonly 'BT-6'?: string;
  /** Whether the tax is due when the invoice is paid (BT-8 "paid to date"). */
  readonly isTaxDueOnPayment: boolean;
  /** Due date. */
  readonly 'BT-9'?: string;
  /** Payment terms. */
  readonly 'BT-20'?: string;
  /** Notes, each BG-1 of its own. */
  readonly 'BT-22': readonly string[];
  readonly 'BG-3': readonly PrecedingInvoice[];
  readonly 'BG-4': Seller;
  readonly 'BG-7': Buyer;
  readonly 'BG-10'?: Payee;
  /** Name of the party to which goods are delivered. */
  readonly 'BT-70'?: string;
  /** Actual delivery date. */
  readonly 'BT-72': string;
  /** Address of the delivery; with category K at least its country (BT-80). */
  readonly 'BG-15'?: PostalAddress;
  readonly 'BG-14'?: Period;
  readonly 'BG-16'?: PaymentInstructions;
  readonly allowancesAndCharges: readonly DocumentAllowanceOrCharge[];
  /** Sum of the net amounts of the lines. */
  readonly 'BT-106': string;
  /** Sum of the allowances. */
  readonly 'BT-107'?: string;
  /** Sum of the charges. */
  readonly 'BT-108'?: string;
  /** Total without VAT. */
  readonly 'BT-109': string;
  /** Total VAT. */
  readonly 'BT-110': string;
  /** Total VAT in euros, with BT-6. */
  readonly 'BT-111'?: string;
  /** Total with VAT. */
  readonly 'BT-112': string;
  /** Paid amount. */
  readonly 'BT-113'?: string;
  /** Amount due. */
  readonly 'BT-115': string;
  readonly 'BG-23': readonly VatBreakdown[];
  readonly 'BG-25': readonly Line[];
};
