export const API_PORT = 3000;
export const OPS_PORT = 9464;

type Server = { readonly name: string; readonly address: string };

export type BalancerInput = {
  readonly address: string;
  readonly ingresses: readonly Server[];
};

/**
 * Builds the configuration of haproxy. It checks each ingress on its operations port, which returns
 * 503 from two seconds before the ingress stops listening. Two checks must therefore take less than
 * two seconds. Requests under way on an ingress that is marked down are completed there.
 */
export function buildBalancerSettings(input: BalancerInput): string {
  const { address, ingresses } = input;
  return `
global
  maxconn 4000
  # Otherwise haproxy would require an account when it runs as root.
  no strict-limits

defaults
  mode http
  timeout connect 2s
  timeout client 65s
  timeout server 65s
  timeout check 2s
  retries 2
  option redispatch 1
  # The answer while no ingress is ready, for example during a failover of PostgreSQL. Clients retry after a second.
  http-error status 503 content-type application/json string '{"error":{"code":"service_unavailable","message":"No ingress is ready"}}' hdr Retry-After 1

frontend api
  bind ${address}:${API_PORT}
  option forwardfor
  default_backend ingress

backend ingress
  balance leastconn
  option httpchk GET /readyz
  http-check expect status 200
  default-server check port ${OPS_PORT} inter 500ms fall 2 rise 1
${ingresses.map((server) => `  server ${server.name} ${server.address}:${API_PORT}`).join('\n')}
`.trimStart();
}
