import { element, parent } from './xml.ts';

/** The invoicing system as AEAT knows it (Orden HAC/1177/2024). Producer: who made the software. */
export type SistemaInformatico = {
  /** At most 120 characters. */
  readonly producerName: string;
  readonly producerNif: string;
  /** At most 30 characters. */
  readonly systemName: string;
  /** Two of `A-Z0-9`, chosen by the producer: AEAT 1177. */
  readonly systemId: string;
  /** At most 50 characters. */
  readonly version: string;
  /** At most 100 characters; never the same again for the same issuer. */
  readonly installationNumber: string;
  /** To comply with the regulation the product can only work in VERI*FACTU mode, not in the other one (NO VERI*FACTU). */
  readonly onlyVerifactu: boolean;
  /** The product can serve several taxpayers. */
  readonly multipleTaxpayersPossible: boolean;
  /** This user has invoiced for several. */
  readonly multipleTaxpayers: boolean;
};

/**
 * What the product can be used for, as its records and its declaración responsable say it (ops/adr/0020): whoever is subject to the regulation
 * can comply with it in VERI*FACTU mode only. Organizations without VeriFactu are outside of it, which is no mode.
 */
export const SYSTEM_USE: Pick<SistemaInformatico, 'onlyVerifactu' | 'multipleTaxpayersPossible'> = {
  onlyVerifactu: true,
  multipleTaxpayersPossible: true,
};

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
