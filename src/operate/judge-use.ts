import {
  describeSuperseded,
  type ActiveLineage,
  judgeLineage,
} from '../platform/postgres/lineage/lineage.ts';

/** A connected database that is not the active one. */
export type OutOfUse = {
  readonly inUse: ActiveLineage;
  readonly lineage: string;
  /** Reason why workers do not make it active automatically; null if they do. */
  readonly whySuperseded: string | null;
};

/**
 * Compares the lineage of a database with the active lineage.
 * @returns null if the database is the active one.
 */
export function judgeUse(inUse: ActiveLineage, lineage: string): OutOfUse | null {
  if (inUse.lineage === lineage) return null;
  const isSuperseded = judgeLineage(inUse, lineage) === 'superseded';
  return { inUse, lineage, whySuperseded: isSuperseded ? describeSuperseded(inUse, lineage) : null };
}
