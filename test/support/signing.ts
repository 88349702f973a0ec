import { randomBytes } from 'node:crypto';
import type { Worker } from 'bullmq';
import type { Environment } from '../../src/platform/config/environment.ts';
import { sealSecret } from '../../src/platform/secrets/seal-secret.ts';
import type { Pkcs12 } from 'verifactu-protocol/client/certificate';
import { nameSecret } from '#src/remit/certificates.ts';
import { readSigning } from '#src/remit/judge-signing.ts';
import type { SigningContext } from '#src/remit/sign-facturae.ts';
import { insertCertificate } from '#src/remit/statements/certificates.ts';
import { buildSignFacturae } from '../../workers/sign-facturae.ts';
import { openRsaAuthority, type RsaAuthority } from '../domain/support/rsa-authority.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { openTestApi, type TestApi, type TestOrganization } from './api.ts';
import { testLogger } from './test-logger.ts';
import { openTestQueues, type TestQueues } from './worker.ts';

const KEY = randomBytes(32);
const PASSPHRASE = 'secret';
const DAY_MS = 86_400_000;

export type TestSigning = AsyncDisposable & {
  /** The API, whose jobs go to the queues. */
  readonly api: TestApi;
  readonly queues: TestQueues;
  readonly authority: RsaAuthority;
  /** The dependencies of a worker that signs. */
  readonly context: SigningContext;
  /** Opens a worker of the queue remission with the processor of signatures. */
  work(): Worker;
  /** Creates an organization whose issuer has an address. */
  createIssuer(name: string): Promise<TestOrganization>;
  /**
   * Stores a certificate for all issuers of an organization.
   * @param days the first and the last day on which it is valid, counted from now.
   * @param file by default one with an RSA key.
   * @param isRead whether it is recorded what the certificate can sign.
   */
  addCertificate(
    organization: TestOrganization,
    days?: readonly [first: number, last: number],
    file?: Pkcs12,
    isRead?: boolean,
  ): Promise<void>;
  /** Counts the signed files of an invoice. */
  countFiles(id: number): Promise<number>;
};

/** Opens the API with real queues and with certificates that can sign. */
export async function openTestSigning(changes: Partial<Environment> = {}): Promise<TestSigning> {
  await using opening = new AsyncDisposableStack();
  const queues = opening.use(await openTestQueues());
  const api = opening.use(await openTestApi(changes, { enqueueJobs: (jobs) => queues.jobQueues.send(jobs) }));
  const authority = opening.use(openRsaAuthority('/C=ES/O=Prueba/CN=AC de prueba'));
  const { pool, orm } = api.workers;
  const context: SigningContext = { pool, orm, logger: testLogger, certificateKeys: [KEY] };
  const own = { pkcs12: authority.exportPkcs12(PASSPHRASE), passphrase: PASSPHRASE };
  const resources = opening.move();
  return {
    api,
    queues,
    authority,
    context,
    work: () =>
      queues.work('remission', {
        'remit-records': refuse,
        'sign-facturae': buildSignFacturae(context),
        'send-sii-entries': refuse,
        'deliver-to-spfe': refuse,
        'compare-sii-book': refuse,
        'draft-sii-backlog': refuse,
      }),
    async createIssuer(name) {
      const organization = await api.createOrganization(name);
      await api.database.pool.query(
        `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', $2)`,
        [organization.id, JSON.stringify(buildProfile())],
      );
      return organization;
    },
    async addCertificate({ id: organizationId }, [first, last] = [-1, 1], file = own, isRead = true) {
      const { pkcs12, passphrase } = file;
      const seal = (what: 'pkcs12' | 'passphrase', secret: Buffer) =>
        sealSecret(KEY, secret, nameSecret(what, organizationId, null));
      const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
      await insertCertificate(api.database.orm.em.fork(), {
        organizationId,
        issuerNif: null,
        sealedPkcs12: seal('pkcs12', pkcs12),
        sealedPassphrase: seal('passphrase', Buffer.from(passphrase)),
        subject: 'test',
        notBefore: inDays(first),
        notAfter: inDays(last),
        createdAt: new Date(),
        isSeal: false,
        ...(isRead && { signing: await readSigning(file) }),
      });
    },
    async countFiles(id) {
      const sql = 'select count(*)::int as files from electronic_files where issued_invoice_id = $1';
      return (await api.database.pool.query<{ files: number }>(sql, [id])).rows[0]!.files;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function refuse(): Promise<never> {
  throw new Error('No submission was expected');
}
