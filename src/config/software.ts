import packageJson from '../../package.json' with { type: 'json' };
import type { Environment } from './environment.ts';

/** The version that runs. */
export const VERSION: string = packageJson.version;

/**
 * This software as registration records and the declaración responsable tell it (SistemaInformatico of Orden HAC/1177/2024).
 * Name and id belong to the product; the producer is whoever makes or sells this installation's version of it.
 */
export function describeSoftware(environment: Environment) {
  return {
    producerName: environment.VERIFACTU_PRODUCER_NAME,
    producerNif: environment.VERIFACTU_PRODUCER_NIF,
    systemName: 'Invoice Batch Engine',
    systemId: 'IB',
    version: VERSION,
  };
}
