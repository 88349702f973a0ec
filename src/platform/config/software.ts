import packageJson from '../../../package.json' with { type: 'json' };
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

/** What the declaración responsable says of the producer beside name and NIF; or why there is none. */
export type Producer =
  | { readonly producerAddress: string; readonly place: string }
  | { readonly missing: string };

/**
 * Finds what the declaración responsable says of the producer. The default of the name and NIFs of examples are nobody's.
 * @returns `missing` names the settings that lack or are an example's, where the producer's data are not whole.
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
    ...(EXAMPLE_NIF.test(nif) ? [`VERIFACTU_PRODUCER_NIF is ${nif}, which is an example's`] : []),
    ...(producerAddress === undefined ? ['VERIFACTU_PRODUCER_ADDRESS is not set'] : []),
    ...(place === undefined ? ['VERIFACTU_DECLARATION_PLACE is not set'] : []),
  ];
  return missing.length === 0 && producerAddress !== undefined && place !== undefined
    ? { producerAddress, place }
    : { missing: missing.join(', ') };
}
