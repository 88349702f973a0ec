import { readDay } from '../records/calendar.ts';
import { nameInvoice, type Party, type SifRecord } from '../records/record.ts';
import type { Registry, StoredInvoice } from '../registry/registry.ts';
import type { Consulta } from './read-consulta.ts';

export type Page = { readonly invoices: readonly StoredInvoice[]; readonly hasMore: boolean };

/**
 * Returns the record whose identity, chain link and huella a query shows: the annulment if there is
 * one, otherwise the alta.
 */
export function latestRecord({ annulment, alta }: StoredInvoice): SifRecord {
  return (annulment ?? alta)!;
}

/**
 * Finds the invoices of a query, most recently changed first.
 * @param pageSize the maximum number of invoices on a page.
 */
export function findInvoices(registry: Registry, query: Consulta, pageSize: number): Page {
  const matching = registry.listInvoices().filter((invoice) => matches(invoice, query));
  const rest = matching.slice(query.after ? findPlace(matching, nameInvoice(query.after)) + 1 : 0);
  return { invoices: rest.slice(0, pageSize), hasMore: rest.length > pageSize };
}

function findPlace(invoices: readonly StoredInvoice[], name: string): number {
  return invoices.findIndex((invoice) => nameInvoice(latestRecord(invoice).id) === name);
}

function matches(invoice: StoredInvoice, query: Consulta): boolean {
  const record = latestRecord(invoice);
  const { asker, issued, sistema } = query;
  const recipients = (invoice.alta?.recipients ?? []).map(identify);
  const [own, others] =
    asker.role === 'ObligadoEmision' ? [[record.id.nif], recipients] : [recipients, [record.id.nif]];
  const issueDay = readDay(record.id.date);
  return (
    own.includes(asker.nif) &&
    isInPeriod(invoice, query) &&
    (query.number === null || query.number === record.id.number) &&
    (query.counterpart === null || others.includes(query.counterpart)) &&
    (issued === null || (issueDay >= issued.from && issueDay <= issued.to)) &&
    (query.refExterna === null || query.refExterna === record.refExterna) &&
    (sistema === null || isBySistema(record, sistema))
  );
}

/** Compares by the date of the operation, or by the date of issue if there is none. */
function isInPeriod(invoice: StoredInvoice, { year, month }: Consulta): boolean {
  const date = invoice.alta?.operationDate ?? latestRecord(invoice).id.date;
  return date.slice(3) === `${month}-${year}`;
}

function isBySistema({ sistema }: SifRecord, wanted: NonNullable<Consulta['sistema']>): boolean {
  return (
    identify(sistema.producer) === wanted.producer &&
    sistema.id === wanted.id &&
    sistema.installation === wanted.installation
  );
}

function identify({ nif, other }: Party): string {
  return nif ?? other?.id ?? '';
}
