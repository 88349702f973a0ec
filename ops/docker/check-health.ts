/*
 * The health check of the containers: ends with code 0 if the process answers /livez on its
 * operations port, otherwise with 1. With the argument `readyz` it checks readiness instead. A
 * failed readiness check must not restart anything, since an outage of PostgreSQL or Redis causes
 * it.
 */
const probe = process.argv[2] === 'readyz' ? 'readyz' : 'livez';
const port = process.env['OPS_PORT'] || '9464';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/${probe}`, { signal: AbortSignal.timeout(3000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
