/**
 * What Node.js is told for a script, as package.json, docker-compose.yml and the Dockerfile tell it (ADR 30). A worker's batches outlive its young
 * generation whatever its size: half of the usual saves 50 MB and costs a twentieth of its speed at most. Its heap may grow to twice what lived
 * at the last collection, not to four times. The young generation of the ingress is full of what is done with; its threads have so much anyway.
 */
export const NODE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'src/server.ts': ['--max-semi-space-size=16'],
  'workers/main.ts': ['--max-semi-space-size=8', '--heap-growing-percent=100'],
};

/**
 * What the C library is told for all of them: memory for anything larger than 256 KB comes from the system and goes back to it. By itself it
 * keeps what is freed in a heap of its own, up to 32 MB a piece, between what still lives (ADR 30).
 */
export const ALLOCATION: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '262144' };
