import type { WORKER_DUTIES } from '../../contracts/codes.ts';
import type { Environment } from './environment.ts';
import { findPortFaults } from './listening.ts';
import { findRenderStoreFaults } from './render-store-settings.ts';
import { findRemissionFault } from './production-rules.ts';
import { accessSync, constants, statSync } from 'node:fs';

/*
 * The additional rules of each kind of process. Each function returns a line for each fault, which
 * begins with the setting. `npm run engine -- doctor` applies them as well.
 */

/** Checks the settings of an ingress: its ports and its render store. */
export function findIngressFaults(environment: Environment): string[] {
  return [...findPortFaults(environment, 'PORT'), ...findRenderStoreFaults(environment)];
}

/**
 * Checks the settings of a worker by its duties: Chromium and the render store for `pdfs`, AEAT's
 * address for `remission`.
 */
export function findWorkerFaults(environment: Environment): string[] {
  const duties = environment.WORKER_QUEUES.split(',') as (typeof WORKER_DUTIES)[number][];
  const faults = [
    duties.includes('pdfs') ? findProgramFault(environment.CHROMIUM_PATH) : undefined,
    duties.includes('remission') ? findRemissionFault(environment) : undefined,
  ].filter((fault) => fault !== undefined);
  return duties.includes('pdfs') ? [...faults, ...findRenderStoreFaults(environment)] : faults;
}

/** @param hasDatabase whether DATABASE_URL is set for the dashboard. */
export function findDashboardFaults(
  environment: Pick<
    Environment,
    'HOST' | 'OPS_HOST' | 'OPS_PORT' | 'DASHBOARD_PORT' | 'DASHBOARD_PASSWORD' | 'DASHBOARD_READ_ONLY'
  >,
  hasDatabase: boolean,
): string[] {
  const faults = findPortFaults(environment, 'DASHBOARD_PORT');
  if (environment.DASHBOARD_PASSWORD === undefined)
    faults.push('DASHBOARD_PASSWORD must be set: the dashboard does not start without one');
  if (!environment.DASHBOARD_READ_ONLY && !hasDatabase)
    faults.push(
      'DATABASE_URL must be set when DASHBOARD_READ_ONLY is false: changes of operators are recorded in the database (npm start and migrate take it from DASHBOARD_DATABASE_URL)',
    );
  return faults;
}

/**
 * Checks that CHROMIUM_PATH can be run.
 * @returns a line for the fault; undefined if there is none.
 */
function findProgramFault(file: string | undefined): string | undefined {
  if (file === undefined) return 'CHROMIUM_PATH must be set if WORKER_QUEUES contains pdfs';
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile()
      ? undefined
      : 'CHROMIUM_PATH must be the path of a program, not of a directory';
  } catch (error) {
    return `CHROMIUM_PATH can't be run: ${(error as NodeJS.ErrnoException).code}`;
  }
}
