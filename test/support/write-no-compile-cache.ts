import module from 'node:module';

/*
 * Loaded first by each process of vitest. The process reads the compile cache but does not write to
 * it. vitest gives test files other names in each run, so the entries would never be read again and
 * the cache would grow forever. Writing them would take two seconds at the end of each process.
 */
module.flushCompileCache = () => {};
