import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { CertificateError, type Pkcs12, readPkcs12 } from '../../../src/submit/aeat/certificate.ts';
import { nameKey } from '../../../src/platform/secrets/seal-secret.ts';
import { recordAct } from '../../../src/platform/audit/operator-acts.ts';
import {
  type CertificateSummary,
  isCertificateRemoved,
  listCertificates,
  listSealed,
  removeCertificate,
} from '../../../src/submit/statements/certificates.ts';
import type { Orm } from '../../../src/platform/postgres/open-database.ts';
import { addCertificate } from '../../../src/submit/certificates.ts';
import { resealCertificate } from '../../../src/operate/reseal-certificate.ts';
import { describeAdded, describeCertificates } from './describe-certificate.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  requireOrganization,
  UsageError,
  withDatabase,
  withOrder,
} from '../command-context.ts';
import { print, tell } from '../print.ts';
import { readSealingKeys, resealWebhooks } from '../sealing.ts';

type Owner = {
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly isSeal: boolean;
};
type AddOptions = OrderOptions & { passphraseFile?: string; issuer?: string; seal?: boolean };

/** Adds `certificate`: the PKCS#12 files that AEAT is shown, sealed with CERTIFICATE_KEY. */
export function addCertificateCommands(program: Command): void {
  const certificate = program.command('certificate').description('certificates for AEAT (PKCS#12)');

  withOrder(certificate.command('add'))
    .description('add the certificate of an organization; the newest that is valid is used')
    .argument('<organization>', 'its id', readId)
    .argument('<file>', 'PKCS#12 file (.p12, .pfx)', readFile)
    .option(
      '--passphrase-file <file>',
      'file with its passphrase; - for standard input; default: no passphrase',
    )
    .option('--issuer <nif>', 'only for this issuer; default: for all of the organization', readNif)
    .option('--seal', 'it is a seal (sello de entidad): shown at AEAT_SEAL_URL')
    .action((organizationId: number, pkcs12: Buffer, options: AddOptions) =>
      withDatabase(async (database) => {
        await requireOrganization(database, organizationId);
        const [key] = readSealingKeys('certificates');
        const { passphraseFile, issuer, seal } = options;
        const passphrase = readPassphrase(passphraseFile);
        const owner = { organizationId, issuerNif: issuer ?? null, isSeal: seal ?? false };
        try {
          const order = readOrder(options);
          const secrets = { pkcs12, passphrase };
          const now = new Date();
          const same = await findSame(database.orm, owner, secrets);
          const added = await addCertificate(database.orm, key, owner, secrets, order, now);
          await print(
            describeAdded(added, await listCertificates(database.orm.em.fork(), organizationId), now),
          );
          if (same !== undefined) await print(describeSame(same, owner));
        } catch (error) {
          throw error instanceof CertificateError ? new UsageError(error.message) : error;
        }
      }),
    );

  certificate
    .command('list')
    .description('list the certificates, and which of them are in use')
    .argument('[organization]', 'its id; default: all', readId)
    .action((organizationId?: number) =>
      withDatabase(async (database) => {
        if (organizationId !== undefined) await requireOrganization(database, organizationId);
        const certificates = await listCertificates(database.orm.em.fork(), organizationId ?? null);
        if (certificates.length === 0) return await print('There is no certificate');
        await print(describeCertificates(certificates, new Date()));
      }),
    );

  withOrder(certificate.command('remove'))
    .description('remove a certificate; the newest of the others that is valid is used then')
    .argument('<organization>', 'its id', readId)
    .argument('<certificate>', "the certificate's id", readId)
    .action((organizationId: number, id: number, options: OrderOptions) =>
      withDatabase(async ({ orm }) => {
        await orm.em.fork().transactional(async (em) => {
          if (!(await removeCertificate(em, organizationId, id, new Date()))) {
            throw new UsageError(
              (await isCertificateRemoved(em, organizationId, id))
                ? `Certificate ${id} of organization ${organizationId} is removed already`
                : `Organization ${organizationId} has no certificate ${id}`,
            );
          }
          await recordAct(em, readOrder(options), {
            act: 'certificate.remove',
            organizationId,
            subjectId: id,
          });
        });
        await print(`Certificate ${id} is removed`);
      }),
    );

  withOrder(certificate.command('reseal'))
    .description(
      'seal with CERTIFICATE_KEY every certificate, removed ones too, and every secret of webhooks that CERTIFICATE_KEY_PREVIOUS sealed',
    )
    .action((options: OrderOptions) =>
      withDatabase(async ({ orm }) => {
        const keys = readSealingKeys('certificates');
        const name = nameKey(keys[0]);
        await print(
          `Every worker must have the key ${name} before its certificates do, as CERTIFICATE_KEY: one that was started without it sends nothing for their issuers from now on`,
        );
        const counts = { resealed: 0, current: 0, closed: 0 };
        // One transaction each: what was done stays done, and the command may be run again.
        for (const id of await listSealed(orm.em.fork())) {
          const result = await resealCertificate(orm, keys, id, readOrder(options));
          counts[result.kind] += 1;
          if (result.kind === 'closed')
            tell(`Certificate ${id}${result.isRemoved ? ' (removed)' : ''}: ${result.why}`);
        }
        await print(
          `${counts.resealed} certificates are sealed anew with the key ${name}, ${counts.current} were so before`,
        );
        const closedWebhooks = await resealWebhooks(orm, keys, readOrder(options));
        if (counts.closed + closedWebhooks > 0) {
          const closed = [
            ...(counts.closed > 0 ? [`${counts.closed} certificates`] : []),
            ...(closedWebhooks > 0 ? [`the secrets of ${closedWebhooks} webhook endpoints`] : []),
          ].join(' and ');
          throw new UsageError(
            `${closed} do not open: keep the key that sealed them, set it as CERTIFICATE_KEY_PREVIOUS and run this again`,
          );
        }
        if (keys.length > 1) await print('CERTIFICATE_KEY_PREVIOUS is not needed any more by any of them');
      }),
    );
}

/** One that was added before for the same. Told by what the file says, since its bytes are sealed. */
async function findSame(
  orm: Orm,
  { organizationId, issuerNif, isSeal }: Owner,
  { pkcs12, passphrase }: Pkcs12,
): Promise<CertificateSummary | undefined> {
  const facts = readPkcs12(pkcs12, passphrase);
  const listed = await listCertificates(orm.em.fork(), organizationId);
  return listed.find(
    (each) =>
      each.issuerNif === issuerNif &&
      each.isSeal === isSeal &&
      each.subject === facts.subject &&
      each.notBefore === facts.notBefore.getTime() &&
      each.notAfter === facts.notAfter.getTime(),
  );
}

function describeSame({ id }: CertificateSummary, { organizationId }: Owner): string {
  return `    The same was added before, as certificate ${id}: one of them is enough (npm run engine -- org certificate remove ${organizationId} ${id})`;
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InvalidArgumentError(`It can't be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** From a file, never from the command line, where others could see it. */
function readPassphrase(file: string | undefined): string {
  if (file === undefined) return '';
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`The passphrase can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
