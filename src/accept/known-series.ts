import { LRUCache } from 'lru-cache';
import type { StoredSeries } from '../domain/series/series-rules.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { readOwnSeries } from '../organizations/series/series.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { BodyRefusal } from './refuse-shape.ts';

/** The series of organizations, as their invoices are examined with them. */
export type KnownSeries = {
  /**
   * Returns the series of an organization that were read within the last two seconds; null if there
   * are none. It awaits nothing, so that the work before it can be measured.
   */
  recall(organizationId: number): readonly StoredSeries[] | null;
  /** Reads the series of an organization. */
  read(organizationId: number): Promise<readonly StoredSeries[]>;
  /** Forgets the series of an organization, because this process has changed one. */
  forget(organizationId: number): void;
};

/** How long a process does not notice that another one has created, changed or closed a series. */
const REMEMBERED_MS = 2000;
/** The most series and organizations that are remembered. */
const MOST_REMEMBERED = 50_000;

type Remembered = { readonly series: readonly StoredSeries[]; readonly at: number };

/** Creates the look-up of a process. */
export function createKnownSeries(connection: Connection, now: () => Date): KnownSeries {
  const remembered = new LRUCache<number, Remembered>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: ({ series }) => series.length + 1,
  });
  return {
    recall(organizationId) {
      const known = remembered.get(organizationId);
      const at = now().getTime();
      // The lower bound prevents an entry from lasting longer after the clock was set back.
      return known !== undefined && at >= known.at && at < known.at + REMEMBERED_MS ? known.series : null;
    },
    async read(organizationId) {
      const at = now().getTime();
      const series = await readOwnSeries(connection, organizationId);
      remembered.set(organizationId, { series, at });
      return series;
    },
    forget(organizationId) {
      remembered.delete(organizationId);
    },
  };
}

const MEMBERS: ReadonlySet<string> = new Set(['series', 'number_serie', 'invoiceable_serie_id']);

/**
 * Examines a body with the series of its organization. If the remembered ones explain a failure,
 * reads them and examines the body again if they have changed, so that a client can use a series at
 * once that it has just created or opened.
 */
export async function examineWithSeries(
  known: KnownSeries,
  organizationId: number,
  examine: (series: readonly StoredSeries[]) => Promise<ExaminedBody | BodyRefusal>,
): Promise<ExaminedBody | BodyRefusal> {
  const recalled = known.recall(organizationId);
  if (recalled === null) return examine(await known.read(organizationId));
  const found = await examine(recalled);
  if (found.kind !== 'examined') return found;
  const isDoubtful = [...found.failures.values()].some((findings) =>
    findings.some(({ field }) => MEMBERS.has(field)),
  );
  if (!isDoubtful) return found;
  const read = await known.read(organizationId);
  return JSON.stringify(read) === JSON.stringify(recalled) ? found : examine(read);
}
