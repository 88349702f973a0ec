import { createHash } from 'node:crypto';
import type { SifRecord } from './record.ts';

/*
 * Computes the huella by AEAT, "Detalle de las especificaciones técnicas para generación de la
 * huella", v0.1.2. This code is independent of the engine's own, which it checks.
 */

/** Computes the huella of a record from its literals. */
export function hashRecord(record: SifRecord): string {
  const { id, previous, generatedAt } = record;
  const chained: [string, string][] = [
    ['Huella', previous?.huella ?? ''],
    ['FechaHoraHusoGenRegistro', generatedAt],
  ];
  const suffix = record.kind === 'Anulacion' ? 'Anulada' : '';
  const invoice: [string, string][] = [
    [`IDEmisorFactura${suffix}`, id.nif],
    [`NumSerieFactura${suffix}`, id.number],
    [`FechaExpedicionFactura${suffix}`, id.date],
  ];
  const amounts: [string, string][] =
    record.kind === 'Alta'
      ? [
          ['TipoFactura', record.type],
          ['CuotaTotal', record.taxTotal],
          ['ImporteTotal', record.total],
        ]
      : [];
  return digest([...invoice, ...amounts, ...chained]);
}

function digest(fields: readonly [string, string][]): string {
  const input = fields.map(([name, value]) => `${name}=${trimControl(value)}`).join('&');
  return createHash('sha256').update(input, 'utf8').digest('hex').toUpperCase();
}

/** Removes characters up to U+0020 at both ends. */
function trimControl(value: string): string {
  let from = 0;
  let to = value.length;
  while (from < to && value.charCodeAt(from) <= 0x20) from += 1;
  while (to > from && value.charCodeAt(to - 1) <= 0x20) to -= 1;
  return value.slice(from, to);
}
