import { NO_TRACE, NO_TRACES } from '../../src/platform/telemetry/traces/traces.ts';

/** What contexts have where traces are off. */
export const UNTRACED = { trace: NO_TRACE, traces: NO_TRACES };
