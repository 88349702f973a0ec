import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { CertificateError, type Pkcs12, readPkcs12 } from 'verifactu-protocol/client/certificate';
import { nameKey } from '../../platform/secrets/seal-secret.ts';
import type { CertificateSummary } from '../../remit/statements/certificates.ts';
import type { Orm } from '../../platform/postgres/open-database.ts';
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
import { print, printError } from '../print.ts';
import { readSealingKeys, resealWebhooks } from '../sealing.ts';

type Owner = {
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly isSeal: boolean;
};
type AddOptions = OrderOptions & { passphraseFile?: string; issuer?: string; seal?: boolean };

/**
 * Adds `certificate`, which manages the PKCS#12 certificates for AEAT. They are stored sealed with
 * CERTIFICATE_KEY.
 */
export function addCertificateCommands(program: Command): void {
  const certificate = program.command('certificate').description('manage certificates for AEAT (PKCS#12)');

  withOrder(certificate.command('add'))
    .description('add the certificate of an organization; the engine uses the newest valid one')
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<file>', 'the PKCS#12 file (.p12, .pfx)', readFile)
    .option(
      '--passphrase-file <file>',
      'a file with its passphrase; - for standard input; default: no passphrase',
    )
    .option('--issuer <nif>', 'use it only for this issuer; default: for all issuers', readNif)
    .option('--seal', 'the certificate is a seal (sello de entidad), used at AEAT_SEAL_URL')
    .action((organizationId: number, pkcs12: Buffer, options: AddOptions) =>
      withDatabase(async (database) => {
        const { listCertificates } = await import('../../remit/statements/certificates.ts');
        const { addCertificate } = await import('../../remit/certificates.ts');
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
          await print(await describeSigning(secrets, owner.issuerNif));
        } catch (error) {
          throw error instanceof CertificateError ? new UsageError(error.message) : error;
        }
      }),
    );

  certificate
    .command('list')
    .description('list the certificates and show which of them are in use')
    .argument('[organization]', 'the id of the organization; default: all', readId)
    .action((organizationId?: number) =>
      withDatabase(async (database) => {
        const { listCertificates } = await import('../../remit/statements/certificates.ts');
        if (organizationId !== undefined) await requireOrganization(database, organizationId);
        const certificates = await listCertificates(database.orm.em.fork(), organizationId ?? null);
        if (certificates.length === 0) return await print('There is no certificate');
        await print(describeCertificates(certificates, new Date()));
      }),
    );

  withOrder(certificate.command('remove'))
    .description('remove a certificate; the engine then uses the newest valid one of the others')
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<certificate>', 'the id of the certificate', readId)
    .action((organizationId: number, id: number, options: OrderOptions) =>
      withDatabase(async ({ orm }) => {
        const { recordAct } = await import('../../platform/audit/operator-acts.ts');
        const { isCertificateRemoved, removeCertificate } =
          await import('../../remit/statements/certificates.ts');
        await orm.em.fork().transactional(async (em) => {
          if (!(await removeCertificate(em, organizationId, id, new Date()))) {
            throw new UsageError(
              (await isCertificateRemoved(em, organizationId, id))
                ? `Certificate ${id} of organization ${organizationId} was already removed`
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
      'seal all certificates, including removed ones, and all webhook secrets with CERTIFICATE_KEY instead of CERTIFICATE_KEY_PREVIOUS',
    )
    .action((options: OrderOptions) =>
      withDatabase(async ({ orm }) => {
        const { listSealed } = await import('../../remit/statements/certificates.ts');
        const { resealCertificate } = await import('../../operate/reseal-certificate.ts');
        const keys = readSealingKeys('certificates');
        const name = nameKey(keys[0]);
        await print(
          `Every worker must already have the key ${name} as CERTIFICATE_KEY: from now on, a worker that was started without it sends nothing for the issuers of these certificates`,
        );
        const counts = { resealed: 0, current: 0, closed: 0 };
        // Each certificate has its own transaction, so the command can be stopped and run again.
        for (const id of await listSealed(orm.em.fork())) {
          const result = await resealCertificate(orm, keys, id, readOrder(options));
          counts[result.kind] += 1;
          if (result.kind === 'closed')
            printError(`Certificate ${id}${result.isRemoved ? ' (removed)' : ''}: ${result.why}`);
        }
        await print(
          `${counts.resealed} certificates were resealed with the key ${name}, ${counts.current} had it already`,
        );
        const closedWebhooks = await resealWebhooks(orm, keys, readOrder(options));
        if (counts.closed + closedWebhooks > 0) {
          const closed = [
            ...(counts.closed > 0 ? [`${counts.closed} certificates`] : []),
            ...(closedWebhooks > 0 ? [`the secrets of ${closedWebhooks} webhook endpoints`] : []),
          ].join(' and ');
          throw new UsageError(
            `${closed} cannot be opened: keep the key that sealed them, set it as CERTIFICATE_KEY_PREVIOUS and run this command again`,
          );
        }
        if (keys.length > 1) await print('CERTIFICATE_KEY_PREVIOUS is no longer needed');
      }),
    );
}

/** Says whether a certificate signs Facturae, and in whose name. */
async function describeSigning({ pkcs12, passphrase }: Pkcs12, issuerNif: string | null): Promise<string> {
  const { judgeSigning } = await import('../../remit/judge-signing.ts');
  const judged = await judgeSigning({ pkcs12, passphrase });
  if (judged.why !== null) return `    It cannot sign Facturae: ${judged.why}`;
  const { nif, name } = judged.holder;
  if (nif === null) return '    It signs Facturae in the name of its issuers, since it states no NIF';
  if (nif === issuerNif) return `    It signs Facturae of issuer ${nif}`;
  const own = issuerNif === null ? `of issuer ${nif}, and those of other issuers` : `of issuer ${issuerNif}`;
  return `    It signs Facturae ${own} as a third party: ${name ?? 'its holder'}, ${nif}, whose address Facturae states (npm run engine -- org issuer <organization> ${nif} --address …)`;
}

/**
 * Finds a certificate that was added before for the same owner. Compares subject and validity,
 * since the stored file is sealed.
 */
async function findSame(
  orm: Orm,
  { organizationId, issuerNif, isSeal }: Owner,
  { pkcs12, passphrase }: Pkcs12,
): Promise<CertificateSummary | undefined> {
  const { listCertificates } = await import('../../remit/statements/certificates.ts');
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
  return `    The same certificate was added before as certificate ${id}: one of them is enough (npm run engine -- org certificate remove ${organizationId} ${id})`;
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InvalidArgumentError(`It can't be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/**
 * Reads the passphrase from a file, never from the command line, which other users of the machine
 * can see.
 */
function readPassphrase(file: string | undefined): string {
  if (file === undefined) return '';
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`The passphrase can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
