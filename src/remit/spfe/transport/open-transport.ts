import { readPkcs12 } from 'verifactu-protocol/client/certificate';
import type { SpfeSettings } from '../../../platform/config/spfe-settings.ts';
import type { Orm } from '../../../platform/postgres/open-database.ts';
import { type AeatSettings, openWithCertificate } from '../../open-issuer-client.ts';
import { NO_TRANSPORT } from './no-transport.ts';
import { buildSandbox } from './sandbox.ts';
import type { SpfeTransport } from './spfe-transport.ts';

/** With what the SPFE is reached. */
export type TransportContext = {
  readonly orm: Orm;
  readonly spfe: SpfeSettings;
  /** Its certificates and its time limit. */
  readonly aeat: Pick<AeatSettings, 'timeoutMs' | 'certificateKeys' | 'certificateAuthority'>;
  readonly now: () => Date;
};

/**
 * Opens the configured transport for one issuer, with the certificate that VeriFactu and SII use. It
 * serves one attempt and is closed after it, which keeps no key in memory.
 * @returns the transport, or the reason why the certificate cannot be used or none is valid.
 */
export async function openTransport(
  { orm, spfe: { transport, url }, aeat, now }: TransportContext,
  organizationId: number,
  issuerNif: string,
): Promise<SpfeTransport | string> {
  if (transport === 'none') return NO_TRANSPORT;
  const settings = { ...aeat, url, maxWaitSeconds: 0 };
  const opened = await openWithCertificate(orm, settings, organizationId, issuerNif, now());
  if (typeof opened === 'string') return opened;
  const { client, certificate } = opened;
  // AEAT identifies a sender by its certificate; the stand-in without TLS by the header.
  const holder = certificate && readPkcs12(certificate.pkcs12, certificate.passphrase).holder;
  const nif = holder?.nif ?? issuerNif;
  return buildSandbox({ client, url, sender: { nif, name: holder?.name ?? nif }, now });
}
