import { element, parent } from './xml.ts';

/**
 * SistemaInformatico: the invoicing system (Orden HAC/1177/2024). The producer is the person or
 * company that made the software.
 */
export type SistemaInformatico = {
  /** At most 120 characters. */
  readonly producerName: string;
  readonly producerNif: string;
  /** At most 30 characters. */
  readonly systemName: string;
  /** Two characters of `A-Z0-9`, chosen by the producer (AEAT 1177). */
  readonly systemId: string;
  /** At most 50 characters. */
  readonly version: string;
  /** At most 100 characters; never used again for the same issuer. */
  readonly installationNumber: string;
  /**
   * Whether the product can comply with the regulation only in VERI*FACTU mode, not in the mode NO
   * VERI*FACTU.
   */
  readonly onlyVerifactu: boolean;
  /** Whether the product can serve several taxpayers. */
  readonly multipleTaxpayersPossible: boolean;
  /** Whether the organization issues invoices for several taxpayers. */
  readonly multipleTaxpayers: boolean;
};

/** Builds the SistemaInformatico block of a record. */
export function buildSistemaInformatico(system: SistemaInformatico): string {
  return parent(
    'SistemaInformatico',
    element('NombreRazon', system.producerName),
    element('NIF', system.producerNif),
    element('NombreSistemaInformatico', system.systemName),
    element('IdSistemaInformatico', system.systemId),
    element('Version', system.version),
    element('NumeroInstalacion', system.installationNumber),
    element('TipoUsoPosibleSoloVerifactu', writeFlag(system.onlyVerifactu)),
    element('TipoUsoPosibleMultiOT', writeFlag(system.multipleTaxpayersPossible)),
    element('IndicadorMultiplesOT', writeFlag(system.multipleTaxpayers)),
  );
}

function writeFlag(flag: boolean): string {
  return flag ? 'S' : 'N';
}
