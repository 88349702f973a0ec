import module from 'node:module';

/*
 * Loaded first by each process of vitest. The process reads the compile cache but does not write to it. vitest gives test files other names in each run, so the
 * entries that a process would write at its end, for two seconds, would never be read again, and the cache would grow forever.
 */
module.flushCompileCache = () => {};
