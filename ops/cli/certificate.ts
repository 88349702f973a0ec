import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { CertificateError } from '../../src/aeat/certificate.ts';
import { loadEnvironment } from '../../src/config/environment.ts';
import { listCertificates, removeCertificate } from '../../src/persistence/certificates.ts';
import { addCertificate } from '../../src/processing/certificates.ts';
import { readId, readNif, requireOrganization, UsageError, withDatabase } from './command-context.ts';

type AddOptions = { passphraseFile?: string; issuer?: string; seal?: boolean };

/** Adds `certificate`: the PKCS#12 files that AEAT is shown, sealed with CERTIFICATE_KEY. */
export function addCertificateCommands(program: Command): void {
  const certificate = program.command('certificate').description('certificates for AEAT (PKCS#12)');

  certificate
    .command('add')
    .description('add the certificate of an organization; the newest one counts')
    .argument('<organization>', 'its id', readId)
    .argument('<file>', 'PKCS#12 file (.p12, .pfx)', readFile)
    .option(
      '--passphrase-file <file>',
      'file with its passphrase; - for standard input; default: no passphrase',
    )
    .option('--issuer <nif>', 'only for this issuer; default: for all of the organization', readNif)
    .option('--seal', 'it is a seal (sello de entidad): shown at AEAT_SEAL_URL')
    .action((organizationId: number, pkcs12: Buffer, { passphraseFile, issuer, seal }: AddOptions) =>
      withDatabase(async (database) => {
        await requireOrganization(database, organizationId);
        const key = readKey();
        const passphrase = readPassphrase(passphraseFile);
        const owner = { organizationId, issuerNif: issuer ?? null, isSeal: seal ?? false };
        try {
          const added = await addCertificate(database.pool, key, owner, { pkcs12, passphrase }, new Date());
          console.log(`Certificate ${added.id}  ${added.subject}  valid until ${formatDay(added.notAfter)}`);
          if (added.notAfter < new Date()) console.log('    It has ended: AEAT will refuse it');
        } catch (error) {
          throw error instanceof CertificateError ? new UsageError(error.message) : error;
        }
      }),
    );

  certificate
    .command('list')
    .description('list the certificates; of each issuer the first one counts')
    .argument('[organization]', 'its id; default: all', readId)
    .action((organizationId?: number) =>
      withDatabase(async (database) => {
        if (organizationId !== undefined) await requireOrganization(database, organizationId);
        const certificates = await listCertificates(database.pool, organizationId ?? null);
        if (certificates.length === 0) console.log('There is no certificate');
        for (const { id, organizationId: owner, issuerNif, subject, isSeal, notAfter } of certificates) {
          const ended = notAfter < Date.now() ? ', ENDED' : '';
          const seal = isSeal ? ', a seal' : '';
          const issuer = issuerNif === null ? 'all issuers' : `issuer ${issuerNif}`;
          console.log(
            `certificate ${id}  organization ${owner}  ${issuer}  ${subject}${seal}  until ${formatDay(new Date(notAfter))}${ended}`,
          );
        }
      }),
    );

  certificate
    .command('remove')
    .description('remove a certificate; the one before it counts again')
    .argument('<organization>', 'its id', readId)
    .argument('<certificate>', "the certificate's id", readId)
    .action((organizationId: number, id: number) =>
      withDatabase(async ({ pool }) => {
        if (!(await removeCertificate(pool, organizationId, id, new Date()))) {
          throw new UsageError(`Organization ${organizationId} has no certificate ${id}`);
        }
        console.log(`Certificate ${id} is removed`);
      }),
    );
}

function readKey(): Buffer {
  const { CERTIFICATE_KEY: key } = loadEnvironment(process.env);
  if (key === undefined) {
    throw new UsageError(
      'CERTIFICATE_KEY must be set: certificates are stored sealed (`openssl rand -base64 32`)',
    );
  }
  return Buffer.from(key, 'base64');
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

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
