/*
 * The containers' health check: ends with 0 when the process answers /livez on its operations port, else with 1. With the argument `readyz`
 * it asks for readiness instead: nothing may be restarted by that, since an outage of PostgreSQL or Redis fails it.
 */
const probe = process.argv[2] === 'readyz' ? 'readyz' : 'livez';
const port = process.env['OPS_PORT'] || '9464';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/${probe}`, { signal: AbortSignal.timeout(3000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
