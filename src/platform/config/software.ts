import packageJson from '../../../package.json' with { type: 'json' };
import type { Environment } from './environment.ts';
import { DEFAULT_NAME, EXAMPLE_NIF } from './production-rules.ts';

/** The version of the running program. */
export const VERSION: string = packageJson.version;

/**
 * Describes this software for registration records and the declaración responsable
 * (SistemaInformatico of Orden HAC/1177/2024). Name and id belong to the product; the producer is
 * the party that makes or sells this installation's version.
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
 * The producer's data in the declaración responsable besides name and NIF; or why there is no
 * declaration.
 */
export type Producer =
  | { readonly producerAddress: string; readonly place: string }
  | { readonly missing: string };

/**
 * Finds the producer's data for the declaración responsable. The default name and the NIFs of
 * examples do not belong to any producer.
 * @returns the data; or `missing`, which names the settings that are not set or have the value of
 *   an example.
 */
export function findProducer(environment: Environment): Producer {
  const {
    VERIFACTU_PRODUCER_NAME: name,
    VERIFACTU_PRODUCER_NIF: nif,
    VERIFACTU_PRODUCER_ADDRESS: producerAddress,
    VERIFACTU_DECLARATION_PLACE: place,
  } = environment;
  const missing = [
    ...(name === DEFAULT_NAME ? ['VERIFACTU_PRODUCER_NAME is not set'] : []),
    ...(EXAMPLE_NIF.test(nif) ? [`VERIFACTU_PRODUCER_NIF is ${nif}, which is an example`] : []),
    ...(producerAddress === undefined ? ['VERIFACTU_PRODUCER_ADDRESS is not set'] : []),
    ...(place === undefined ? ['VERIFACTU_DECLARATION_PLACE is not set'] : []),
  ];
  return missing.length === 0 && producerAddress !== undefined && place !== undefined
    ? { producerAddress, place }
    : { missing: missing.join(', ') };
}
