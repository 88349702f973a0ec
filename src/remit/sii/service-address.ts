import type { SiiMessageKind } from '../../contracts/registers.ts';
import { resolveServiceAddress } from 'verifactu-protocol/client/open-aeat-client';

const ISSUED_INVOICES = '/wlpl/SSII-FACT/ws/fe/SiiFactFEV1SOAP';
const COLLECTIONS = '/wlpl/SSII-FACT/ws/fe/SiiFactCOBV1SOAP';

/**
 * Returns the address of SII's service for the book of issued invoices, or for the collections of its
 * invoices. The hosts of AEAT are those of VeriFactu, for
 * ordinary certificates and for seals.
 * @param url AEAT_URL or AEAT_SEAL_URL.
 * @throws TypeError as `resolveServiceAddress`.
 */
export function findSiiAddress(url: string, kind: SiiMessageKind): string {
  const address = resolveServiceAddress(url);
  address.pathname = kind === 'cobros' ? COLLECTIONS : ISSUED_INVOICES;
  address.search = '';
  return address.href;
}
