import { openOrm } from '../../../platform/postgres/open-database.ts';
import { CertificateError } from 'verifactu-protocol/client/certificate';
import { nameKey, nameSealingKey, SealError, unsealSecret } from '../../../platform/secrets/seal-secret.ts';
import { type ChainLink, readShownChain } from 'verifactu-protocol/client/shown-chain';
import { readCertificateKeys } from '../../../platform/config/certificate-keys.ts';
import { listOwners } from '../../../domain/registration/choose-certificate.ts';
import {
  type CertificateSummary,
  listCertificates,
  readSealed,
  type StoredSecrets,
} from '../../../remit/statements/certificates.ts';
import { readSealedSecrets, type SealedEndpoint } from '../../../notify/statements/endpoints.ts';
import { nameSecret } from '../../../remit/certificates.ts';
import { judgeSigning, type SigningJudgement } from '../../../remit/judge-signing.ts';
import { unsealWebhookSecret } from '../../../notify/secrets.ts';
import { todayInMadrid } from '../../../domain/reading/madrid-time.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

const DAY_MS = 24 * 3600 * 1000;
/** An issuer needs some days to obtain a new certificate. */
const SOON_DAYS = 30;
const RESEAL =
  'run npm run engine -- org certificate reseal; CERTIFICATE_KEY_PREVIOUS is then no longer needed (docs/verifactu.md)';
const ADD = 'run npm run engine -- org certificate add (docs/verifactu.md)';

/**
 * Checks that the keys of the settings open the certificates for AEAT and the secrets of webhooks,
 * and that the certificates stay valid.
 */
export async function checkCertificates({ database, processes }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  const keys = findKeys(processes);
  const { rows } = await database.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  const now = new Date(rows[0]!.now);
  const em = openOrm(database).em.fork();
  const owners = listOwners(await listCertificates(em, null), now);
  const found = [];
  for (const { watched, next } of owners) {
    const certificate = watched ?? next;
    if (certificate === null) continue;
    found.push(await judge(certificate, next, await readSealed(em, certificate.id), keys, now));
  }
  const secrets = (await readSealedSecrets(em)).map((endpoint) => judgeSecret(endpoint, keys));
  const all = [...found, ...secrets.filter((finding) => finding !== null)];
  return all.length > 0 ? all : [skip('there is no certificate for AEAT')];
}

/**
 * Returns the keys of a worker, which presents the certificates; otherwise those of any process
 * that has them.
 */
function findKeys(processes: Patient['processes']): Buffer[] {
  const sorted = processes.toSorted((a, b) => Number(b.kind === 'worker') - Number(a.kind === 'worker'));
  const keys = sorted.map(({ environment }) => (environment ? readCertificateKeys(environment) : []));
  return keys.find((each) => each.length > 0) ?? [];
}

async function judge(
  certificate: CertificateSummary,
  next: CertificateSummary | null,
  sealed: StoredSecrets | null,
  keys: readonly Buffer[],
  now: Date,
): Promise<Finding> {
  const of = `${certificate.id} of organization ${certificate.organizationId}`;
  if (sealed === null) return skip('it was removed during this check', of);
  const opened = await openSealed(sealed, keys);
  if (typeof opened === 'string')
    return fail(
      opened,
      'set the CERTIFICATE_KEY that sealed it for workers and commands, or add the certificate again',
      of,
    );
  const validity = judgeValidity(certificate, next, now);
  if (validity !== null) return { ...validity, of };
  const { chain, signing } = opened;
  const ended = chain.find(({ notAfter }) => notAfter < now.getTime());
  if (ended !== undefined)
    return warn(
      `${ended.subject} in its certificate chain has expired`,
      'export the certificate with its current chain, and add that file',
      of,
    );
  if (nameSealingKey(sealed.sealedPkcs12) !== nameKey(keys[0]!))
    return warn('it is sealed with the previous key', RESEAL, of);
  const days = countDays(certificate.notAfter, now);
  return ok(
    `opens with the current key, has a chain of ${chain.length}, expires in ${days} days, ${describe(signing)}`,
    of,
  );
}

const countDays = (end: number, now: Date) => Math.floor((end - now.getTime()) / DAY_MS);

/**
 * @returns null if the certificate stays valid for long enough, or another one follows without a
 *   gap.
 */
function judgeValidity(
  { id, notBefore, notAfter }: CertificateSummary,
  next: CertificateSummary | null,
  now: Date,
): Finding | null {
  const isNext = next === null || next.id === id;
  const follows = isNext
    ? ''
    : `; certificate ${next.id} is valid from ${todayInMadrid(new Date(next.notBefore))} on`;
  if (notBefore > now.getTime())
    return fail('it is not valid yet, and there is no other: nothing is sent for its issuers', ADD);
  if (notAfter < now.getTime())
    return fail(`it has expired, and no other is valid: nothing is sent for its issuers${follows}`, ADD);
  const isFollowed = !isNext && next.notBefore <= notAfter;
  return countDays(notAfter, now) < SOON_DAYS && !isFollowed
    ? warn(`it expires in ${countDays(notAfter, now)} days${follows}`, ADD)
    : null;
}

function describe(signing: SigningJudgement): string {
  if (signing.why !== null) return `cannot sign Facturae (${signing.why})`;
  const { nif } = signing.holder;
  return nif === null ? 'signs Facturae' : `signs Facturae of issuer ${nif}, and of others as a third party`;
}

type Opened = { readonly chain: readonly ChainLink[]; readonly signing: SigningJudgement };

/**
 * Opens a sealed certificate.
 * @returns its chain and whether it signs Facturae, or the reason why it cannot be used.
 */
async function openSealed(
  { organizationId, issuerNif, sealedPkcs12, sealedPassphrase }: StoredSecrets,
  keys: readonly Buffer[],
): Promise<Opened | string> {
  if (keys.length === 0)
    return 'CERTIFICATE_KEY is not set here, and the certificate cannot be opened without it';
  try {
    const open = (what: 'pkcs12' | 'passphrase', sealed: Buffer) =>
      unsealSecret(keys, sealed, nameSecret(what, organizationId, issuerNif));
    const passphrase = open('passphrase', sealedPassphrase).toString('utf8');
    const secrets = { pkcs12: open('pkcs12', sealedPkcs12), passphrase };
    return { chain: await readShownChain(secrets), signing: await judgeSigning(secrets) };
  } catch (error) {
    if (error instanceof SealError || error instanceof CertificateError) return error.message;
    throw error;
  }
}

/** @returns null if the secret opens with the current key, or if there is no key. */
function judgeSecret(endpoint: SealedEndpoint, keys: readonly Buffer[]): Finding | null {
  const of = `of webhook endpoint ${endpoint.id}`;
  try {
    unsealWebhookSecret(keys, endpoint.sealedSecret, endpoint);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return fail(
      `its secret cannot be opened: ${error.message}`,
      'set the CERTIFICATE_KEY that sealed it, or run npm run engine -- webhooks rotate',
      of,
    );
  }
  return keys.length > 0 && nameSealingKey(endpoint.sealedSecret) !== nameKey(keys[0]!)
    ? warn('its secret is sealed with the previous key', RESEAL, of)
    : null;
}
