import { type Alta, type Anulacion, nameChain, nameInvoice, type SifRecord } from '../records/record.ts';
import type { InvoiceState } from './operation-matrix.ts';

/**
 * An invoice at AEAT: the latest record of each kind, with the time and circumstances of its
 * arrival.
 */
export type StoredInvoice = {
  readonly alta: Alta | null;
  readonly annulment: Anulacion | null;
  readonly isAnnulled: boolean;
  readonly code: number | null;
  readonly text: string | null;
  readonly presenter: string;
  readonly hasIncident: boolean;
  readonly idPeticion: string;
  readonly presentedAt: string;
};

/** A stored record with its position among all. */
export type StoredRecord = {
  readonly order: number;
  readonly envelope: number;
  readonly record: SifRecord;
  readonly code: number | null;
  readonly text: string | null;
  readonly presenter: string;
  readonly hasIncident: boolean;
  readonly idPeticion: string;
  readonly presentedAt: string;
};

/** The registers of AEAT: invoices by identity, chains, and all stored records in order. */
export class Registry {
  readonly #invoices = new Map<string, StoredInvoice>();
  readonly #chains = new Set<string>();
  readonly #records: StoredRecord[] = [];

  get records(): readonly StoredRecord[] {
    return this.#records;
  }

  find(id: SifRecord['id']): StoredInvoice | undefined {
    return this.#invoices.get(nameInvoice(id));
  }

  stateOf(id: SifRecord['id']): InvoiceState {
    const invoice = this.find(id);
    if (!invoice) return 'none';
    return invoice.isAnnulled ? 'annulled' : 'alta';
  }

  hasChain(chain: string): boolean {
    return this.#chains.has(chain);
  }

  /**
   * Stores a record: an alta replaces the invoice completely, an anulación marks it as annulled.
   */
  store(stored: StoredRecord): void {
    const { record, order: _order, envelope: _envelope, ...rest } = stored;
    const key = nameInvoice(record.id);
    const before = this.#invoices.get(key);
    // Deleted first to keep the map in the order of the last changes.
    this.#invoices.delete(key);
    this.#invoices.set(key, {
      ...rest,
      alta: record.kind === 'Alta' ? record : (before?.alta ?? null),
      annulment: record.kind === 'Anulacion' ? record : null,
      isAnnulled: record.kind === 'Anulacion',
    });
    this.#chains.add(nameChain(record));
    this.#records.push(stored);
  }

  /** Lists the invoices, most recently changed first. */
  listInvoices(): StoredInvoice[] {
    return [...this.#invoices.values()].toReversed();
  }

  clear(): void {
    this.#invoices.clear();
    this.#chains.clear();
    this.#records.length = 0;
  }
}
