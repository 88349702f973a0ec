import { createOutage } from '../../workers/render-pdfs.ts';

/** For who prints into PostgreSQL: there is no store of objects. */
export const KEPT_INSIDE = { store: null, outside: null, outage: createOutage() };
