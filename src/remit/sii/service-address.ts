import { resolveServiceAddress } from 'verifactu-protocol/client/open-aeat-client';

const ISSUED_INVOICES = '/wlpl/SSII-FACT/ws/fe/SiiFactFEV1SOAP';

/**
 * Returns the address of SII's book of issued invoices. The hosts of AEAT are those of VeriFactu, for
 * ordinary certificates and for seals.
 * @param url AEAT_URL or AEAT_SEAL_URL.
 * @throws TypeError as `resolveServiceAddress`.
 */
export function findSiiAddress(url: string): string {
  const address = resolveServiceAddress(url);
  address.pathname = ISSUED_INVOICES;
  address.search = '';
  return address.href;
}
