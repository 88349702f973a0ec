import { WEIGHT_PER_SECOND } from './render-weight.ts';

/*
 * Three browsers print: a quick one, one for long invoices and one for slow ones. Each has a limit for one render batch, so that whoever comes next
 * waits no longer than that; what is too heavy for one, or was given up by it, goes on to the next.
 */

/** Heavier documents (lines: about 90) are long. Their weight is at least their bytes, so that many are known without being read. */
export const LONG_WEIGHT = 32 * 1024;
/** Most time for the render batch of a long invoice: another organization's waits meanwhile. */
export const LONG_RENDER_LIMIT_MS = 5000;
/** Heavier ones would take longer than that limit. The longest in Latin or Chinese letters that the door lets in is lighter. */
export const SLOW_WEIGHT = (LONG_RENDER_LIMIT_MS / 1000) * WEIGHT_PER_SECOND;
/** Most time for the render batch of a slow one, in the lowest priority on a busy machine; an idle one takes a minute for the slowest. */
export const SLOW_RENDER_LIMIT_MS = 30 * 60 * 1000;
