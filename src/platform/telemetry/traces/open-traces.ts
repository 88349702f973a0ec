import { NO_TRACES, type Traces, type TracesOptions } from './traces.ts';

/** Opens the traces of a process. If tracing is off, the tracing libraries are not loaded. */
export async function openTraces({ endpoint, ...options }: TracesOptions): Promise<Traces> {
  if (endpoint === undefined) return NO_TRACES;
  const { exportTraces } = await import('./export-traces.ts');
  return exportTraces({ endpoint, ...options });
}
