import { type Alta, type Anulacion, nameChain, nameInvoice, type SifRecord } from '../records/record.ts';
import type { InvoiceState } from './operation-matrix.ts';

/** What AEAT holds of one invoice: the latest record of each kind, and when and how it came. */
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

/** A record that went in, with its place in the order of all. */
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

/** The registers of AEAT: invoices by their identity, chains, and every stored record in order. */
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

  /** Puts a record in: an alta replaces the invoice wholly, an anulación marks it. */
  store(stored: StoredRecord): void {
    const { record, order: _order, envelope: _envelope, ...rest } = stored;
    const key = nameInvoice(record.id);
    const before = this.#invoices.get(key);
    // Deleted first so that the map is in the order of the last changes.
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

  /** Invoices from the one that changed last to the one that has rested longest. */
  listInvoices(): StoredInvoice[] {
    return [...this.#invoices.values()].toReversed();
  }

  clear(): void {
    this.#invoices.clear();
    this.#chains.clear();
    this.#records.length = 0;
  }
}
