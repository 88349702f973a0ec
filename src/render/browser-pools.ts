import { WEIGHT_PER_SECOND } from './render-weight.ts';

/*
 * Three browser pools render PDFs: one for quick invoices, one for long ones and one for slow ones.
 * Each has a time limit per render batch, which bounds the wait of the next one. An invoice that is
 * too heavy for a pool, or exceeds its time limit, moves to the next pool: quick → long → slow.
 */

/**
 * Heavier documents (about 90 lines or more) are long. The weight of a document is at least its
 * size in bytes, so many are recognized without being read.
 */
export const LONG_WEIGHT = 32 * 1024;
/**
 * Time limit for the render batch of a long invoice. Renderings of other organizations wait during
 * this time.
 */
export const LONG_RENDER_LIMIT_MS = 5000;
/**
 * Heavier documents would exceed that limit. The longest document in Latin or Chinese script that
 * admission accepts is lighter.
 */
export const SLOW_WEIGHT = (LONG_RENDER_LIMIT_MS / 1000) * WEIGHT_PER_SECOND;
/**
 * Time limit for the render batch of a slow invoice, at the lowest priority on a busy machine. An
 * idle machine takes one minute for the slowest.
 */
export const SLOW_RENDER_LIMIT_MS = 30 * 60 * 1000;
