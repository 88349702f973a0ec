import { findTextFault } from '../../contracts/acts.ts';
import { API_KEY } from '../../contracts/api-key.ts';
import { WORKER_DUTIES } from '../../contracts/codes.ts';
import { isSecretsDirectory } from './secrets.ts';
import { isNif } from 'verifactu-protocol/records/nif';

/*
 * Rules of single settings that their schemas cannot express. Each function returns the fault of a
 * text, as words to be read after the variable's name, or undefined.
 */

const CERTIFICATE_KEY = /^[A-Za-z0-9+/]{43}=$/;

/** The database accepts no other name of the shared login (migrations/0009-operators.sql). */
export function findSharedLoginFault(text: string): string | undefined {
  if (text.includes(':')) return 'must not contain a colon, which ends the login in HTTP Basic';
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text)) return findTextFault(text)?.words.en;
  return 'must consist of ASCII characters without blanks at either end: acts are recorded under this name, which must not resemble the login of an operator';
}

/** Checks CERTIFICATE_KEY or its predecessor, which must be 32 bytes as padded base64. */
export function findKeyFault(text: string): string | undefined {
  return CERTIFICATE_KEY.test(text) ? undefined : 'must be 32 bytes as base64 (`openssl rand -base64 32`)';
}

/** Checks WATCHED_DIRECTORIES. The directories need not exist. */
export function findDirectoriesFault(text: string): string | undefined {
  const isRight = text.split(',').every((directory) => directory.startsWith('/'));
  return isRight ? undefined : 'must be absolute paths separated by commas';
}

/** Checks WORKER_QUEUES, which names known duties, each at most once. */
export function findDutiesFault(text: string): string | undefined {
  const duties = text.split(',');
  const known: readonly string[] = WORKER_DUTIES;
  const isRight = duties.every((duty) => known.includes(duty)) && new Set(duties).size === duties.length;
  return isRight ? undefined : `must be one or more of ${known.join(', ')}, separated by commas, each once`;
}

/** Checks SECRETS_DIRECTORY, which must exist when the settings are read. */
export function findSecretsDirectoryFault(text: string): string | undefined {
  return isSecretsDirectory(text)
    ? undefined
    : 'must be the absolute path of a directory that this process can enter';
}

/** Checks BOOTSTRAP_API_KEY, which has the format of every API key. */
export function findApiKeyFault(text: string): string | undefined {
  return API_KEY.test(text) ? undefined : 'must be org_live_ and at least 43 random letters, digits, - and _';
}

/** Checks VERIFACTU_PRODUCER_NIF with its control character, not whether anyone has this NIF. */
export function findNifFault(text: string): string | undefined {
  return isNif(text) ? undefined : 'must be a NIF: nine capitals and digits with the right control character';
}

/** Checks the characters of S3_REGION. The schema limits its length. */
export function findRegionFault(text: string): string | undefined {
  return /^[a-z0-9-]+$/.test(text) ? undefined : 'must consist of lowercase letters, digits and -';
}

/** Checks the characters of S3_BUCKET. The schema limits its length. */
export function findBucketFault(text: string): string | undefined {
  return /^[a-z0-9][a-z0-9.-]+[a-z0-9]$/.test(text)
    ? undefined
    : 'must be the name of a bucket: lowercase letters, digits, . and -, without . or - at either end';
}
