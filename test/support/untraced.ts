import { NO_TRACE, NO_TRACES } from '../../src/platform/telemetry/traces/traces.ts';

/** The part of contexts that disables traces. */
export const UNTRACED = { trace: NO_TRACE, traces: NO_TRACES };
