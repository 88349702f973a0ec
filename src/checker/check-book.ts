import type { BookEntry } from '../../packages/aeat-sandbox/src/sii/book/book.ts';
import type { Content } from '../../packages/aeat-sandbox/src/sii/records/content.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { askServer } from './ask-server.ts';
import { buildVerdict, type Verdict } from './invariant.ts';

const TITLES = {
  same: 'An accepted entry in SII is in AEAT’s book as its last accepted version states it, a withdrawn one is annulled there, a rejected one is not in it',
  once: 'AEAT entered each version (A0) of an entry in SII once',
  known: 'AEAT’s book has no entry that is not in this database',
} as const;

/** The verdicts of these rules if there is no book of the stand-in for AEAT. */
export const WITHOUT_BOOK: readonly Verdict[] = Object.values(TITLES).map((says) =>
  buildVerdict('I4', says, null, []),
);

/**
 * Fetches the books of SII in the stand-in for AEAT.
 * @param address the address of its server, without a path.
 */
export async function readBook(address: string): Promise<BookEntry[]> {
  const url = new URL('/control/book', address);
  const { status, body } = await askServer('--aeat', url);
  if (status !== 200) throw new Error(`--aeat: ${url.href} answered ${status}`);
  return JSON.parse(body.toString('utf8')) as BookEntry[];
}

type OwnEntry = {
  readonly id: string;
  readonly nif: string;
  readonly number: string;
  /** dd-mm-yyyy. */
  readonly date: string;
  readonly isOpen: boolean;
  /** How AEAT left the last version that it did not reject; null if there is none. */
  readonly left: 'accepted' | 'accepted_with_errors' | 'withdrawn' | null;
  /** The last version that AEAT accepted, and the number of those that it entered as A0. */
  readonly record: string | null;
  readonly entered: number;
};

const STATUSES = { accepted: 'Correcta', accepted_with_errors: 'AceptadaConErrores', withdrawn: 'Anulada' };

/** I4: compares the entries in SII with the books that the stand-in for AEAT keeps, literal by literal. */
export async function checkBook(connection: Connection, book: readonly BookEntry[]): Promise<Verdict[]> {
  const { rows: entries } = await connection.query<OwnEntry>(`
    select e.issued_invoice_id::text as id, e.issuer_nif as nif, e.invoice_number as number, to_char(e.issue_date, 'DD-MM-YYYY') as date,
           e.state in ('pending', 'sent') as "isOpen", done.state as left, v.record, n.entered
    from sii_entries e
    left join lateral (
      select l.state from sii_lines l
      where l.issued_invoice_id = e.issued_invoice_id and l.state in ('accepted', 'accepted_with_errors', 'withdrawn')
      order by l.version desc limit 1) done on true
    left join lateral (
      select v.record from sii_versions v
      join sii_lines l on l.issued_invoice_id = v.issued_invoice_id and l.version = v.version and l.state in ('accepted', 'accepted_with_errors')
      where v.issued_invoice_id = e.issued_invoice_id
      order by v.version desc limit 1) v on true
    cross join lateral (
      select count(distinct v.version)::int as entered from sii_versions v
      join sii_lines l on l.issued_invoice_id = v.issued_invoice_id and l.version = v.version and l.state in ('accepted', 'accepted_with_errors')
      where v.issued_invoice_id = e.issued_invoice_id and v.kind = 'A0') n
    order by e.issued_invoice_id`);
  const theirs = new Map(book.map((entry) => [nameEntry(entry.id), entry]));
  const ours = new Set(entries.map(nameEntry));
  const settled = entries.filter(({ isOpen }) => !isOpen);
  const differing = settled.flatMap((own) => {
    const why = explainDifference(own, theirs.get(nameEntry(own)));
    return why === null ? [] : [`entry ${own.id} of SII (${nameEntry(own)}) ${why}`];
  });
  const twice = settled.flatMap((own) => {
    const count = countEntered(theirs.get(nameEntry(own)));
    return count === own.entered
      ? []
      : [`entry ${own.id} of SII (${nameEntry(own)}) was entered ${count} times, here ${own.entered} times`];
  });
  const strange = [...theirs.keys()].filter((name) => !ours.has(name)).map((name) => `AEAT has ${name}`);
  return [
    buildVerdict('I4', TITLES.same, settled.length, differing),
    buildVerdict('I4', TITLES.once, settled.length, twice),
    buildVerdict('I4', TITLES.known, book.length, strange),
  ];
}

const nameEntry = ({ nif, number, date }: Pick<OwnEntry, 'nif' | 'number' | 'date'>): string =>
  `${number} of ${nif}, ${date}`;

function explainDifference({ left, record }: OwnEntry, entry: BookEntry | undefined): string | null {
  if (left === null) return entry === undefined ? null : 'is rejected here, but is in the book';
  if (entry === undefined) return `is ${left} here, but is not in the book`;
  if (entry.status !== STATUSES[left]) return `is ${left} here, and ${entry.status} in the book`;
  if (left === 'withdrawn' || record === null) return null;
  const [here, there] = [listOwnLiterals(record), listLiterals(entry.content)];
  const at = here.findIndex((literal, index) => literal !== there[index]);
  if (at < 0 && here.length === there.length) return null;
  return `states ${here[at] ?? 'nothing more'} here, and ${there[at < 0 ? here.length : at] ?? 'nothing more'} in the book`;
}

const countEntered = (entry: BookEntry | undefined): number =>
  entry?.history.filter((change) => change.kind === 'entry' && change.communication === 'A0').length ?? 0;

/** FacturaExpedida of a record, as `name literal` for each element with a text, in order. */
function listOwnLiterals(record: string): string[] {
  const [, invoice = ''] = /<(?:\w+:)?FacturaExpedida>(.*)<\/(?:\w+:)?FacturaExpedida>/s.exec(record) ?? [];
  return [...invoice.matchAll(/<(?:\w+:)?([\w.]+)>([^<]+)<\//g)].map(
    ([, name, text]) => `${name} ${decode(text!)}`,
  );
}

function listLiterals(content: Content): string[] {
  return Object.entries(content).flatMap(([name, value]) => {
    if (typeof value === 'string') return value === '' ? [] : [`${name} ${value}`];
    return Array.isArray(value) ? value.flatMap(listLiterals) : listLiterals(value as Content);
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity).trim();
