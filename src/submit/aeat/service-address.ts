/** Where AEAT serves both operations, and where the stand-in does. */
const SERVICE_PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';

/**
 * Completes the configured address: without a path it gets AEAT's.
 * @throws TypeError where it is no http or https address, or carries a user or password.
 */
export function resolveServiceAddress(url: string): URL {
  const address = new URL(url);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    throw new TypeError("AEAT's address must begin with http:// or https://");
  }
  if (address.username !== '' || address.password !== '') {
    throw new TypeError("AEAT's address carries no user or password: AEAT knows clients by certificate");
  }
  if (address.pathname === '/') address.pathname = SERVICE_PATH;
  return address;
}
