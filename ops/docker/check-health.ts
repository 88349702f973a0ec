/*
 * The containers' health check: ends with 0 when the process answers /livez on its operations port, else with 1. Liveness,
 * not readiness: an outage of PostgreSQL or Redis does not make the container unhealthy.
 */
const port = process.env['OPS_PORT'] || '9464';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(3000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
