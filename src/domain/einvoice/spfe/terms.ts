import type {
  EInvoice,
  Line,
  PaymentInstructions,
  PostalAddress,
  ReferenceTerm,
  Seller,
  VatBreakdown,
} from '../terms.ts';
import type { ExchangeRate } from './switches.ts';

/*
 * An invoice in the terms of Annex I of Orden HAC/1028/2026, which extends EN 16931-1:2026. Terms
 * `BT-ES-…` and the texts before a colon in `BG-24` are its own. The rules of `../terms.ts` hold:
 * a term that does not apply is absent.
 */

/** The VAT categories of list L4. K does not exist: its recipient is never in Spain. */
export type SpfeCategory = 'S' | 'Z' | 'E' | 'AE' | 'G' | 'O' | 'L' | 'M' | 'N' | 'D' | 'F';

export type SpfeTax = { readonly category: SpfeCategory; readonly rate?: string };

/** BG-1. */
export type Annotation = {
  /** BT-21: `REG` for a mention that the law requires. */
  readonly subject?: 'REG';
  /** BT-22. */
  readonly text: string;
};

/** BG-4. */
export type SpfeSeller = Omit<Seller, 'BT-34' | 'BT-32'> & {
  /** The NIF as a tax registration. */
  readonly 'BT-32': string;
};

/** BG-7. */
export type SpfeBuyer = {
  readonly 'BT-44': string;
  /** The NIF as a tax registration. */
  readonly 'BT-47': string;
  readonly 'BT-48'?: string;
  readonly 'BG-8': PostalAddress;
  readonly 'BT-57'?: string;
  readonly 'BT-58'?: string;
};

/** BG-ES-1: who issues materially in the name of the seller. */
export type ThirdParty = {
  readonly 'BT-ES-3': string;
  readonly 'BT-ES-4': string;
  /** Whether BT-ES-4 is a Spanish NIF; otherwise it is a VAT number. */
  readonly isNif: boolean;
};

/** A supporting document (BG-24), by the names of list L10. */
export type SupportingDocument = {
  /** BT-122: the name of the group. */
  readonly name: 'QR' | 'AUT' | 'RECT:TIPO' | 'RECT:MODALIDAD' | 'RECT:IMPORTES';
  /** BT-ES-25, BT-ES-26: the address or the number. */
  readonly uuid?: string;
  /** BT-ES-27 to BT-ES-29. */
  readonly type?: string;
  /** BT-123. */
  readonly description?: string;
};

/** BG-34: what is collected for, or withheld from, the amount to pay, by the codes of L7. */
export type CollectedAmount = {
  readonly code: 'SUPL' | 'MINO' | 'RETE';
  /** BT-179, with the sign of W3. */
  readonly amount: string;
  /** BT-180. */
  readonly description: string;
};

/** BG-ES-4: a withholding by its rate and its concept. */
export type Withholding = {
  readonly 'BT-ES-18': string;
  readonly 'BT-ES-19': string;
  readonly 'BT-ES-20': string;
  /** Concept of list L5. */
  readonly 'BT-ES-21': string;
};

/** BG-32: a property of an item, by the names of list L8. */
export type ItemProperty = {
  readonly name: 'REGI' | 'RCAT' | 'INFO';
  readonly value: string;
  /** BT-ES-23, BT-ES-24. */
  readonly qualifier?: string;
};

/** BG-27 and BG-28. */
export type SpfeLineAllowance = {
  readonly isCharge: boolean;
  readonly amount: string;
  readonly reason: string;
};

/** BG-20 and BG-21. */
export type SpfeAllowance = SpfeLineAllowance & {
  readonly tax: SpfeTax;
  /** Code of list L9 of a charge that is a tax or a levy, whose amount BT-ES-8 repeats. */
  readonly 'BT-ES-9'?: string;
};

/** Why no tax is charged: BT-120 and BT-121, and BT-194 and BT-195 of a line. */
export type Exemption = Pick<VatBreakdown, 'BT-120' | 'BT-121'>;

/** BG-25. The terms of EN 16931 that Annex I lacks stand only in an original. */
export type SpfeLine = Omit<Line, 'BT-127' | 'allowancesAndCharges' | 'tax'> & {
  readonly tax: SpfeTax;
  readonly exemption: Exemption;
  readonly allowancesAndCharges: readonly SpfeLineAllowance[];
  /** Base quantity of the price, if it is not one. */
  readonly 'BT-149'?: string;
  readonly 'BG-32': readonly ItemProperty[];
};

/** BG-23. */
export type SpfeBreakdown = Omit<VatBreakdown, 'tax'> & { readonly tax: SpfeTax };

type Shared = Pick<
  EInvoice,
  | 'BT-1'
  | 'BT-2'
  | 'BT-5'
  | 'BT-6'
  | 'BT-9'
  | 'BT-20'
  | 'BG-3'
  | 'BG-14'
  | 'BT-106'
  | 'BT-107'
  | 'BT-108'
  | 'BT-109'
  | 'BT-110'
  | 'BT-111'
  | 'BT-112'
  | 'BT-113'
  | 'BT-115'
  | ReferenceTerm
>;

export type SpfeInvoice = Shared & {
  /** BT-ES-1: whether it is a copy of an invoice that is issued elsewhere. */
  readonly 'BT-ES-1': boolean;
  /** List L1. */
  readonly 'BT-3': '380' | '384' | '388' | '389' | '471';
  /** Date of the operation, if it is not the issue date. */
  readonly 'BT-7'?: string;
  /** Day of payment of an invoice that is paid when it is issued. */
  readonly 'BT-ES-2'?: string;
  readonly 'BT-167'?: ExchangeRate;
  readonly 'BG-1': readonly Annotation[];
  readonly 'BG-4': SpfeSeller;
  readonly 'BG-7': SpfeBuyer;
  readonly 'BG-ES-1'?: ThirdParty;
  readonly 'BG-16'?: Pick<PaymentInstructions, 'BT-81' | 'BT-82' | 'BT-84'>;
  readonly 'BG-24': readonly SupportingDocument[];
  readonly allowancesAndCharges: readonly SpfeAllowance[];
  readonly 'BG-34': readonly CollectedAmount[];
  /** Sum of the withholdings. */
  readonly 'BT-ES-17'?: string;
  readonly 'BG-ES-4': readonly Withholding[];
  readonly 'BG-23': readonly SpfeBreakdown[];
  readonly 'BG-25': readonly SpfeLine[];
};
