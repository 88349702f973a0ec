import type { RecordState } from '../registry/log-entry.ts';

export type EstadoEnvio = 'Correcto' | 'ParcialmenteCorrecto' | 'Incorrecto';

/** Returns the EstadoEnvio: all records correct, all rejected, or anything in between. */
export function summariseStates(lines: readonly { readonly state: RecordState }[]): EstadoEnvio {
  if (lines.every(({ state }) => state === 'Correcto')) return 'Correcto';
  return lines.every(({ state }) => state === 'Incorrecto') ? 'Incorrecto' : 'ParcialmenteCorrecto';
}
