import type { SignFacturaeJob } from '../../../src/contracts/jobs.ts';
import type { Orm } from '../../../src/platform/postgres/open-database.ts';
import { addCertificate } from '#src/remit/certificates.ts';
import { signIssuedFacturae } from '#src/remit/sign-facturae.ts';
import { openRsaAuthority } from '../../domain/support/rsa-authority.ts';
import { BY_TEST, type TestApi } from '../../support/api.ts';
import { testLogger } from '../../support/test-logger.ts';

/**
 * Signs the Facturae of an issued invoice with a new certificate of its organization.
 * @param key seals the certificate.
 */
export async function signFacturae(
  { workers, clock }: TestApi,
  operator: Orm,
  key: Uint8Array,
  invoice: SignFacturaeJob,
): Promise<void> {
  using authority = openRsaAuthority('/C=ES/O=Prueba/CN=AC de prueba');
  const passphrase = 'test-only';
  const file = { pkcs12: authority.exportPkcs12(passphrase), passphrase };
  const owner = { organizationId: invoice.organizationId, issuerNif: null };
  await addCertificate(operator, key, owner, file, BY_TEST, clock.now);
  const context = { ...workers, logger: testLogger, certificateKeys: [key] };
  const result = await signIssuedFacturae(context, invoice);
  if (result.signed !== 1) throw new Error(`The invoice was not signed: ${JSON.stringify(result)}`);
}
