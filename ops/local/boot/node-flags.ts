/**
 * What Node.js is told for a script, as package.json, docker-compose.yml and the Dockerfile tell it (ADR 45). The young generation of the ingress is
 * full of what is done with; its threads have so much anyway. That of a worker holds some parts of a batch. Its heap may grow to twice what lived at the last
 * collection, not to four times.
 */
export const NODE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'src/server.ts': ['--max-semi-space-size=16'],
  'workers/main.ts': ['--max-semi-space-size=16', '--heap-growing-percent=100'],
};

/**
 * What the C library is told for all of them: memory for anything larger than 256 KB comes from the system and goes back to it. By itself it
 * keeps what is freed in a heap of its own, up to 32 MB a piece, between what still lives (ADR 45).
 */
export const ALLOCATION: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '262144' };

/**
 * The setting with which the scripts of package.json start the processes and commands. Node.js then reads the code that an earlier
 * start compiled, which halves the processor time until a process listens (ADR 53). A value from the environment takes precedence.
 */
export const COMPILE_CACHE = 'NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-.local/compile-cache}';
