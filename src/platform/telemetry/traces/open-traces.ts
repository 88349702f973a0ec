import { NO_TRACES, type Traces, type TracesOptions } from './traces.ts';

/** Opens the traces of a process. Whoever has them off does not load what makes them. */
export async function openTraces({ endpoint, ...options }: TracesOptions): Promise<Traces> {
  if (endpoint === undefined) return NO_TRACES;
  const { exportTraces } = await import('./export-traces.ts');
  return exportTraces({ endpoint, ...options });
}
