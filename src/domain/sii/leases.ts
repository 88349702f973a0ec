import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Findings } from '../reading/findings.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import type { IssuedInvoice, SiiKey } from './entry.ts';
import type { Part } from './parts.ts';

/** At most this many DetalleInmueble. */
const MOST_PROPERTIES = 15;
const RULE = 'SII, DatosInmueble';

/**
 * Returns the key of the leases of premises: 11 if tax is withheld from all of them, 12 if from
 * none, 13 if from some.
 * @param leases the lines with regime 11; an allowance or a charge has the key of the lines.
 */
export function keyOfLeases(leases: readonly Part[]): SiiKey {
  const withheld = leases.filter(({ line }) => line !== null && line.withholdingRate !== null).length;
  const lines = leases.filter(({ line }) => line !== null).length;
  if (withheld === 0) return '12';
  return withheld === lines ? '11' : '13';
}

/**
 * Returns the properties that a record states: those of all leases, each once. The record of leases
 * from which tax is withheld (key 11) states none, since the tenant declares them.
 */
export function listProperties(
  leases: readonly Part[],
  key: SiiKey,
  rules: RequestRules,
  findings: Findings,
): IssuedInvoice['properties'] {
  if (key === '11') return [];
  const found = new Map<string, IssuedInvoice['properties'][number]>();
  for (const { line, reportIn } of leases) {
    if (line === null) continue;
    const { property, withholdingRate } = line;
    if (property !== undefined) found.set(`${property.situation} ${property.cadastralReference}`, property);
    else if (withholdingRate === null && rules.hasTaxBases)
      reportIn(findings)('property', 'blank', formatMessage('sii_property_blank'), null, RULE);
    else if (withholdingRate === null)
      reportIn(findings)('tax_regime', 'not_supported', formatMessage('sii_property_of_v1'), null, RULE);
  }
  if (found.size > MOST_PROPERTIES) {
    const says = formatMessage('sii_many_properties', { most: MOST_PROPERTIES });
    findings.report('lines', 'too_many', says, null, RULE);
  }
  return [...found.values()];
}
