import type { TaxType } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import { element, optionalElement, parent } from './xml.ts';

/** AEAT's list L1; `psi` is the IPSI of Ceuta and Melilla. */
const IMPUESTO: Readonly<Record<TaxType, string>> = { iva: '01', psi: '02', igic: '03', others: '05' };

export function buildDesglose(groups: readonly TaxGroup[]): string {
  return parent('Desglose', groups.map(buildDetalle).join(''));
}

/** Rate and tax go together: both where the operation is subject and not exempt (AEAT 1198, 1208), else neither (AEAT 1237, 1238). */
function buildDetalle(group: TaxGroup): string {
  return parent(
    'DetalleDesglose',
    element('Impuesto', IMPUESTO[group.taxType]),
    optionalElement('ClaveRegimen', group.regime),
    optionalElement('CalificacionOperacion', group.operationKey),
    optionalElement('OperacionExenta', group.exemptionCode),
    optionalElement('TipoImpositivo', group.rate),
    element('BaseImponibleOimporteNoSujeto', group.base),
    optionalElement('CuotaRepercutida', group.rate === null ? null : group.tax),
  );
}
