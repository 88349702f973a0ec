import { createOutage } from '../../workers/render-pdfs.ts';

/** The context of rendering into PostgreSQL, without an object store. */
export const KEPT_INSIDE = { store: null, outside: null, outage: createOutage() };
