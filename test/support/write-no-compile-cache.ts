import module from 'node:module';

/*
 * Loaded first by each process of vitest. It reads what others compiled, but writes nothing itself: vitest gives test files another name in each run, so what
 * a process wrote at its end, for two seconds, was never read again, and the cache grew for ever.
 */
module.flushCompileCache = () => {};
