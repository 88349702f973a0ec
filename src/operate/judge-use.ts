import {
  describeSuperseded,
  type ActiveLineage,
  judgeLineage,
} from '../platform/postgres/lineage/lineage.ts';

/** A connected database that is not the active one. */
export type OutOfUse = {
  readonly inUse: ActiveLineage;
  readonly lineage: string;
  /** Why workers do not make it active by themselves; null where they do. */
  readonly whySuperseded: string | null;
};

/** Judges whether the database with this lineage is the active one. @returns null where it is. */
export function judgeUse(inUse: ActiveLineage, lineage: string): OutOfUse | null {
  if (inUse.lineage === lineage) return null;
  const isSuperseded = judgeLineage(inUse, lineage) === 'superseded';
  return { inUse, lineage, whySuperseded: isSuperseded ? describeSuperseded(inUse, lineage) : null };
}
