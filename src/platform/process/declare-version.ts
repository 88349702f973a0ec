import { type Environment, isProduction } from '../config/environment.ts';
import { describeSoftware, findProducer } from '../config/software.ts';
import { DECLARED_CONTENT, SYSTEM_USE } from '../../domain/registration/declared-system.ts';
import { buildDeclaration } from 'verifactu-protocol/records/build-declaration';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import type { EntityManager } from '../postgres/open-database.ts';
import { doAtStart } from './do-at-start.ts';
import { listOtherProducers, storeDeclaration } from './declarations.ts';
import type { Runtime } from './runtime.ts';

/**
 * Stores the declaración responsable of the running version if the producer's data are set and that
 * producer has none for it (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15). A stored
 * declaration never changes. Another address or place takes effect with the next version; another
 * name or NIF is another producer with a declaration of its own.
 * @returns null if it is stored and there is nothing to report. Otherwise it returns which of the
 *   producer's data are missing, or that the producer has changed.
 */
export async function declareVersion(
  em: EntityManager,
  environment: Environment,
  now: Date,
): Promise<string | null> {
  const producer = findProducer(environment);
  if ('missing' in producer) return `This version has no declaración responsable: ${producer.missing}`;
  const software = describeSoftware(environment);
  const others = await listOtherProducers(em, software.producerNif);
  const date = todayInMadrid(now);
  const text = buildDeclaration({
    software: { ...software, ...SYSTEM_USE },
    ...DECLARED_CONTENT,
    ...producer,
    date,
  });
  await storeDeclaration(em, { ...software, date, text });
  return others.length === 0
    ? null
    : `VERIFACTU_PRODUCER_NIF is ${software.producerNif}, but was ${others.join(', ')} before. Records of another producer must begin new chains; see docs/verifactu.md#another-producer`;
}

/** Stores the declaration when a process starts. */
export async function declareAtStart(runtime: Runtime): Promise<void> {
  const { database, environment, logger, now } = runtime;
  const failed = 'The declaración responsable could not be stored; the process retries';
  await doAtStart(runtime, failed, async () => {
    const remark = await declareVersion(database.orm.em.fork(), environment, now());
    if (remark !== null) logger[isProduction(environment) ? 'warn' : 'info'](remark);
  });
}
