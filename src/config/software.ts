import packageJson from '../../package.json' with { type: 'json' };
import type { Environment } from './environment.ts';
import { DEFAULT_NAME, EXAMPLE_NIF } from './production-rules.ts';

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

/**
 * Finds what the declaración responsable says of the producer beside name and NIF.
 * @returns null where the producer's data are not set whole: the default of the name and NIFs of examples are nobody's.
 */
export function findProducer(environment: Environment): { producerAddress: string; place: string } | null {
  const {
    VERIFACTU_PRODUCER_NAME: name,
    VERIFACTU_PRODUCER_NIF: nif,
    VERIFACTU_PRODUCER_ADDRESS: producerAddress,
    VERIFACTU_DECLARATION_PLACE: place,
  } = environment;
  const isNamed = name !== DEFAULT_NAME && !EXAMPLE_NIF.test(nif);
  return isNamed && producerAddress !== undefined && place !== undefined ? { producerAddress, place } : null;
}
