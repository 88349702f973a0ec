import type { Act, Order } from '../../contracts/acts.ts';
import type { EntityManager, Orm } from '../postgres/open-database.ts';
import { OperatorActRow } from '../postgres/rows/operator-rows.ts';

/**
 * Records an act of an operator in the transaction that does it: neither is there without the other. The database refuses most acts of
 * the operator's role that have no such row.
 */
export async function recordAct(
  em: EntityManager,
  { operator, reason }: Order,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  const subject = { organizationId, subjectId: subjectId ?? null };
  await em.insert(OperatorActRow, { act, operator, reason, ...subject, details });
}

/** An act that is about to be done elsewhere than in the database. One of these ends it. */
export type PendingAct = {
  /** It took effect. @throws where nobody knows whether it was recorded: then `keepUnknown` records it anew. */
  keep(): Promise<void>;
  /** It may have taken effect: the row says so. It can be tried again. @throws where it is not recorded. */
  keepUnknown(): Promise<void>;
  /** It did not take effect. */
  drop(): Promise<void>;
};

/**
 * Records an act before it is done, visible once it took effect: where the database is away, it cannot be done.
 * @param write how it is recorded: the dashboard does so by a function of the database.
 * @throws what the database throws.
 */
export async function beginAct<O extends Order>(
  orm: Orm,
  order: O,
  act: Act,
  write: (em: EntityManager, order: O, act: Act) => Promise<void> = recordAct,
): Promise<PendingAct> {
  const em = orm.em.fork();
  await em.begin();
  const drop = async () => {
    if (em.isInTransaction()) await em.rollback();
  };
  try {
    await write(em, order, act);
  } catch (error) {
    await drop().catch(() => {});
    throw error;
  }
  return {
    drop,
    async keep() {
      try {
        await em.commit();
      } catch (error) {
        await drop().catch(() => {});
        throw error;
      }
    },
    async keepUnknown() {
      // Anew: the database has ended a transaction that waited too long.
      await drop().catch(() => {});
      await write(orm.em.fork(), order, { ...act, details: { ...act.details, outcome: 'unknown' } });
    },
  };
}
