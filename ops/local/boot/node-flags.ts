/**
 * The flags of Node.js for a script, as in package.json, docker-compose.yml and the Dockerfile (ADR
 * 45). The young generation of the ingress contains mostly garbage, and has the size that its
 * threads have by default. That of a worker has room for parts of a batch. The heap of a worker may
 * grow to twice the live size at the last collection instead of four times.
 */
export const NODE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'src/server.ts': ['--max-semi-space-size=16'],
  'workers/main.ts': ['--max-semi-space-size=16', '--heap-growing-percent=100'],
};

/**
 * The setting of the C library for all processes: blocks larger than 256 KB are allocated from the
 * system and returned to it. By default the library keeps freed blocks of up to 32 MB in its own
 * heap, between live ones (ADR 45).
 */
export const ALLOCATION: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '262144' };

/**
 * The setting with which the scripts of package.json start the processes and commands. Node.js then
 * reads the code that an earlier start compiled, which halves the processor time until a process
 * listens (ADR 53). A value from the environment takes precedence.
 */
export const COMPILE_CACHE = 'NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-.local/compile-cache}';
