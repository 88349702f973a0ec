import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { formatRecordDate } from 'verifactu-protocol/records/xml';
import { each, leaf, of, parent, type Part } from '../../xml/parts.ts';
import { IDENTITY } from './write-entry.ts';

/** A collection of an invoice with regime 07 (Cobro). */
export type Collection = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** In euros, with two decimals. */
  readonly amount: string;
  /**
   * AEAT's list of means: 01 transfer, 02 cheque, 03 not collected by 31 December of the next year
   * (LIVA, art. 163 terdecies), 04 other, 05 direct debit.
   */
  readonly means: '01' | '02' | '03' | '04' | '05';
  /** Cuenta_O_Medio, at most 34 characters; null if none is stated, as with 03 (AEAT 1152). */
  readonly account: string | null;
};

type Collected = { readonly identity: InvoiceIdentity; readonly collections: readonly Collection[] };

const COLLECTED: Part<Collected> = parent(
  'siiLR:RegistroLRCobros',
  of(({ identity }) => identity, IDENTITY),
  parent(
    'siiLR:Cobros',
    each(
      ({ collections }) => collections,
      parent(
        'sii:Cobro',
        leaf('sii:Fecha', ({ date }) => formatRecordDate(date)),
        leaf('sii:Importe', ({ amount }) => amount),
        leaf('sii:Medio', ({ means }) => means),
        leaf('sii:Cuenta_O_Medio', ({ account }) => account ?? undefined),
      ),
    ),
  ),
);

/** Writes a RegistroLRCobros: the collections of one invoice. */
export function writeCollections(identity: InvoiceIdentity, collections: readonly Collection[]): string {
  return COLLECTED({ identity, collections }, 'EUR');
}
