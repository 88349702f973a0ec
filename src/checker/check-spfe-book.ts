import type { UniqueCode } from '../../packages/aeat-sandbox/src/spfe/book/change.ts';
import type { SpfeEntry } from '../../packages/aeat-sandbox/src/spfe/book/spfe-book.ts';
import type { SpfeReport } from '../../packages/aeat-sandbox/src/spfe/inspection/find-violations.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { askServer } from './ask-server.ts';
import { buildVerdict, type Verdict } from './invariant.ts';

const TITLES = {
  same: 'An admitted delivery is in the SPFE’s book with the bytes of its version and its CSV, a withdrawn one is withdrawn there, and no other one is there',
  told: 'The SPFE’s book has the accepted messages of issuers, in their order and with their dates',
  known: 'The SPFE’s book has no invoice that is not in this database',
  asked: 'Nothing whose outcome was unknown reached the SPFE again before it was asked, and nothing twice',
} as const;

/** What the stand-in for AEAT tells of its SPFE: the entries of its book, and what its log shows of clients. */
export type SpfeEvidence = {
  readonly entries: readonly {
    readonly code: UniqueCode;
    readonly status: SpfeEntry['status'];
    readonly admission: Pick<SpfeEntry['admission'], 'csv' | 'sha256' | 'isCopy'>;
    readonly since: SpfeEntry['since'];
  }[];
  readonly report: Pick<SpfeReport, 'messages' | 'violations'>;
};

/** The verdicts of these rules if there is no SPFE of the stand-in for AEAT. */
export const WITHOUT_SPFE: readonly Verdict[] = Object.values(TITLES).map((says) =>
  buildVerdict('I4', says, null, []),
);

/**
 * Fetches what the stand-in for AEAT tells of its SPFE.
 * @param address the address of its server, without a path.
 */
export async function readSpfe(address: string): Promise<SpfeEvidence> {
  const ask = async <T>(path: string): Promise<T> => {
    const url = new URL(path, address);
    const { status, body } = await askServer('--aeat', url);
    if (status !== 200) throw new Error(`--aeat: ${url.href} answered ${status}`);
    return JSON.parse(body.toString('utf8')) as T;
  };
  return {
    entries: await ask<SpfeEvidence['entries']>('/control/spfe/book'),
    report: await ask<SpfeEvidence['report']>('/control/spfe/invariants'),
  };
}

type Told = { readonly kind: string; readonly on: string | null };
type OwnDelivery = UniqueCode & {
  readonly id: string;
  readonly state: string;
  readonly csv: string | null;
  readonly sha256: string | null;
  readonly isCopy: boolean | null;
  /** The accepted messages about the invoice since it was last admitted, in their order. */
  readonly told: readonly Told[];
  readonly isTelling: boolean;
};

/** The states in which the SPFE must have the invoice, must have withdrawn it, or must not have it. */
const THERE: ReadonlySet<string> = new Set(['admitted', 'withdrawing']);
const NOT_THERE: ReadonlySet<string> = new Set(['not_concerned', 'unknown', 'blocked', 'prepared']);

/** I4: compares the deliveries and messages with the book that the stand-in for AEAT keeps, byte by byte. */
export async function checkSpfeBook(
  connection: Connection,
  { entries, report }: SpfeEvidence,
): Promise<Verdict[]> {
  const { rows: deliveries } = await connection.query<OwnDelivery>(`
    select d.issued_invoice_id::text as id, d.issuer_nif as nif, d.invoice_number as number, to_char(d.issue_date, 'YYYY-MM-DD') as date,
           d.state, d.csv, encode(v.sha256, 'hex') as sha256, v.is_copy as "isCopy", t.told, t.is_telling as "isTelling"
    from spfe_deliveries d
    left join spfe_versions v on v.issued_invoice_id = d.issued_invoice_id and v.version = d.version
    cross join lateral (
      select coalesce(bool_or(m.state in ('sending', 'uncertain')), false) as is_telling,
             coalesce(json_agg(json_build_object('kind', m.kind, 'on', to_char(m.effective_on, 'YYYY-MM-DD')) order by m.id)
               filter (where m.state = 'accepted'
                 -- After a withdrawal that another admission followed, the messages are about that one.
                 and (d.state = 'withdrawn' or m.id > coalesce((
                   select max(w.id) from spfe_messages w
                   where w.issued_invoice_id = d.issued_invoice_id and w.kind = 'CANCELINVOICE' and w.state = 'accepted'), 0))), '[]') as told
      from spfe_messages m where m.issued_invoice_id = d.issued_invoice_id) t
    order by d.issued_invoice_id`);
  const theirs = new Map(entries.map((entry) => [nameCode(entry.code), entry]));
  const ours = new Set(deliveries.map(nameCode));
  const explain = (own: OwnDelivery, why: string | null) =>
    why === null ? [] : [`delivery ${own.id} (${nameCode(own)}) ${why}`];
  const differing = deliveries.flatMap((own) => explain(own, findDifference(own, theirs.get(nameCode(own)))));
  const settled = deliveries.filter(({ isTelling }) => !isTelling);
  const otherwise = settled.flatMap((own) =>
    explain(own, findUntold(own, theirs.get(nameCode(own))?.since ?? [])),
  );
  const strange = [...theirs.keys()].filter((name) => !ours.has(name)).map((name) => `The SPFE has ${name}`);
  const violations = report.violations.map(
    ({ kind, code, message, detail }) => `${nameCode(code)}: ${kind} by message ${message}: ${detail}`,
  );
  return [
    buildVerdict('I4', TITLES.same, deliveries.length, differing),
    buildVerdict('I4', TITLES.told, settled.length, otherwise),
    buildVerdict('I4', TITLES.known, entries.length, strange),
    buildVerdict('I4', TITLES.asked, report.messages, violations),
  ];
}

const nameCode = ({ nif, number, date }: UniqueCode): string => `${number} of ${nif}, ${date}`;

function findDifference(
  { state, csv, sha256, isCopy }: OwnDelivery,
  entry: SpfeEvidence['entries'][number] | undefined,
): string | null {
  if (state === 'withdrawn')
    return entry?.status === 'withdrawn' ? null : 'is withdrawn here, but not in the SPFE’s book';
  if (NOT_THERE.has(state) && entry !== undefined) return `is ${state} here, but is in the SPFE’s book`;
  if (!THERE.has(state)) return null;
  if (entry === undefined) return `is ${state} here, but is not in the SPFE’s book`;
  if (entry.status !== 'admitted') return `is ${state} here, and ${entry.status} in the SPFE’s book`;
  const { admission } = entry;
  if (admission.sha256 !== sha256) return 'has other bytes in the SPFE’s book';
  if (admission.isCopy !== isCopy) return 'is an original on one side and a copy on the other';
  return admission.csv === csv ? null : `has the CSV ${csv} here, and ${admission.csv} in the SPFE’s book`;
}

const OF_ISSUER: ReadonlySet<string> = new Set([
  'SETTLEMENT',
  'CANCELSETTLEMENT',
  'DEFAULT',
  'CANCELDEFAULT',
]);

function findUntold({ told }: OwnDelivery, since: SpfeEntry['since']): string | null {
  const here = told.map(({ kind, on }) => `${kind} ${on ?? ''}`.trim());
  const there = since.flatMap((change) => {
    if (change.kind === 'removal') return [`CANCELINVOICE ${change.effectiveDate}`];
    const { name, effectiveDate = '' } = change.event;
    return OF_ISSUER.has(name) ? [`${name} ${effectiveDate}`.trim()] : [];
  });
  return here.join(', ') === there.join(', ')
    ? null
    : `told ${here.join(', ') || 'nothing'} here, and ${there.join(', ') || 'nothing'} in the SPFE’s book`;
}
