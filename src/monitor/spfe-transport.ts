import type { ProcessView } from '../platform/process/processes.ts';

/** The value of SPFE_TRANSPORT with which nothing is sent. */
const NONE = 'none';

/** Returns whether a running worker has a transport to the SPFE. */
export function hasSpfeTransport(processes: readonly Pick<ProcessView, 'role' | 'settings'>[]): boolean {
  return processes.some(
    ({ role, settings }) => role === 'worker' && (settings['spfe']?.shown ?? NONE) !== NONE,
  );
}
