/**
 * Returns an address with which a program on this machine can reach a server that listens on
 * `host`.
 */
export function buildAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
