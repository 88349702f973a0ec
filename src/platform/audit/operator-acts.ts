import type { Act, Order } from '../../contracts/acts.ts';
import type { EntityManager, Orm } from '../postgres/open-database.ts';
import { OperatorActRow } from '../postgres/rows/operator-rows.ts';

/**
 * Records an act of an operator in the transaction that performs it, so that neither exists without
 * the other. The database refuses most changes of the operator's role without such a row.
 */
export async function recordAct(
  em: EntityManager,
  { operator, reason }: Order,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  const subject = { organizationId, subjectId: subjectId ?? null };
  await em.insert(OperatorActRow, { act, operator, reason, ...subject, details });
}

/**
 * An act that is about to be performed outside the database. It ends with exactly one of these
 * calls.
 */
export type PendingAct = {
  /**
   * The act took effect: commits its row.
   * @throws if it is unknown whether the row was committed; `keepUnknown` then records the act
   *   again.
   */
  keep(): Promise<void>;
  /**
   * The act may have taken effect: records it with the outcome `unknown`. May be called again.
   * @throws if it is not recorded.
   */
  keepUnknown(): Promise<void>;
  /** The act did not take effect: discards its row. */
  drop(): Promise<void>;
};

/**
 * Records an act before it is performed, in a transaction that is committed once the act took
 * effect. If the database is unavailable, the act cannot be performed.
 * @param write records the act. The dashboard records it through a function of the database.
 * @throws the error of the database.
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
      // In a new transaction, because the database ends one that was idle for too long.
      await drop().catch(() => {});
      await write(orm.em.fork(), order, { ...act, details: { ...act.details, outcome: 'unknown' } });
    },
  };
}
