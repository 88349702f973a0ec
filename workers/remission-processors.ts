import { readAeatSettings } from '../src/platform/config/aeat-settings.ts';
import { createPerOrganizationConcurrency } from '../src/remit/per-organization-concurrency.ts';
import { createMutex } from '../src/remit/mutex.ts';
import type { Runtime } from '../src/platform/process/runtime.ts';
import { createRemissionMetrics } from '../src/remit/remission-metrics.ts';
import { createSpfeMetrics } from '../src/remit/spfe/spfe-metrics.ts';
import type { Processors } from './job-outcomes.ts';
import { buildRemitRecords } from './remit-records.ts';
import { buildCompareSiiBook } from './compare-sii-book.ts';
import { buildDraftSiiBacklog } from './draft-sii-backlog.ts';
import { buildSendSiiEntries } from './send-sii-entries.ts';
import { buildDeliverToSpfe } from './deliver-to-spfe.ts';
import { buildSpfeTiming } from '../src/remit/spfe/timing.ts';
import { readSpfeSettings } from '../src/platform/config/spfe-settings.ts';
import { buildSignFacturae } from './sign-facturae.ts';
import { buildAskCensus } from './ask-census.ts';
import { createCensusBreaker } from '../src/remit/census-breaker.ts';

/** Maximum number of chains of one organization for which a process sends concurrently. */
const REMISSIONS_OF_ONE = 8;
/** The same for issuers whose invoices it writes for the SPFE or sends to it. */
const DELIVERIES_OF_ONE = 4;

/** Builds the processors of the duty `remission`. */
export function buildRemissionProcessors(runtime: Runtime): Processors {
  const { environment, database } = runtime;
  const aeat = readAeatSettings(environment);
  const remitting = {
    ...runtime,
    now: runtime.timeToStore,
    pool: database.pool,
    orm: database.orm,
    metrics: createRemissionMetrics(runtime.registry),
    aeat,
    random: Math.random,
    claimMutex: createMutex(),
    shares: createPerOrganizationConcurrency(REMISSIONS_OF_ONE),
  };
  return {
    'remit-records': buildRemitRecords(remitting),
    'send-sii-entries': buildSendSiiEntries({
      ...remitting,
      mostEntries: environment.SII_ENTRIES_PER_MESSAGE,
    }),
    'compare-sii-book': buildCompareSiiBook(remitting),
    'draft-sii-backlog': buildDraftSiiBacklog(remitting),
    'sign-facturae': buildSignFacturae({
      ...runtime,
      pool: database.pool,
      orm: database.orm,
      certificateKeys: aeat.certificateKeys,
    }),
    'ask-census': buildAskCensus({
      ...runtime,
      now: runtime.timeToStore,
      pool: database.pool,
      orm: database.orm,
      aeat,
      breaker: createCensusBreaker(),
      random: Math.random,
    }),
  };
}

/** Builds the processors of the duty `spfe`. */
export function buildSpfeProcessors(runtime: Runtime): Processors {
  const { environment, database } = runtime;
  return {
    'deliver-to-spfe': buildDeliverToSpfe({
      ...runtime,
      now: runtime.timeToStore,
      pool: database.pool,
      orm: database.orm,
      metrics: createSpfeMetrics(runtime.registry),
      aeat: readAeatSettings(environment),
      spfe: readSpfeSettings(environment),
      timing: buildSpfeTiming(environment.SPFE_MISSING_SECONDS),
      random: Math.random,
      shares: createPerOrganizationConcurrency(DELIVERIES_OF_ONE),
    }),
  };
}
