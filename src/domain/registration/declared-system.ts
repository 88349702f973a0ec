import type { DeclarationInput } from 'verifactu-protocol/records/build-declaration';
import type { SistemaInformatico } from 'verifactu-protocol/records/sistema-informatico';

/* What the records and the declaración responsable state about this product. */

/**
 * The possible uses of the product, as stated in its records and its declaración responsable
 * (ops/adr/0020). Taxpayers subject to the regulation can comply with it only in VERI*FACTU mode.
 * The regulation does not apply to organizations without VeriFactu, so this is not a second mode.
 */
export const SYSTEM_USE: Pick<SistemaInformatico, 'onlyVerifactu' | 'multipleTaxpayersPossible'> = {
  onlyVerifactu: true,
  multipleTaxpayersPossible: true,
};

/**
 * What the declaración responsable says of the product besides its name. Issuing without records is
 * not a second mode; see SYSTEM_USE.
 */
export const DECLARED_CONTENT: Pick<DeclarationInput, 'components' | 'remarkOnUse'> = {
  components:
    'Ingreso HTTP (recepción y validación de lotes de facturas), procesos de trabajo (expedición de facturas, generación y encadenamiento de los ' +
    'registros de facturación, remisión a la Agencia Estatal de Administración Tributaria, generación de los documentos PDF con su código QR), ' +
    'panel de operación y programas de línea de órdenes. Base de datos PostgreSQL, cola de trabajos en Redis y navegador Chromium sin pantalla. ' +
    'Se integra en otros sistemas por medio de una interfaz HTTP (componente de facturación).',
  remarkOnUse:
    'Para cumplir el Reglamento el sistema no ofrece otra modalidad. A quienes quedan fuera de su ámbito (artículos 3 y 4 del Real Decreto 1007/2023: ' +
    'suministro inmediato de información, territorios forales, operaciones exceptuadas) les permite expedir facturas sin registro de facturación ni ' +
    'código QR; el motivo consta por cada organización, y un mismo emisor no puede facturar de ambas formas.',
};
