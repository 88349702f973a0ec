import { readSecretFile } from './secrets.ts';
import { findWebFault } from './service-addresses.ts';

/** The settings of an identity that a platform gives to a process in place of keys. */
type Settings = {
  readonly AWS_ROLE_ARN?: string;
  readonly AWS_WEB_IDENTITY_TOKEN_FILE?: string;
  readonly AWS_ENDPOINT_URL_STS?: string;
  readonly AWS_CONTAINER_CREDENTIALS_FULL_URI?: string;
  readonly AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE?: string;
};

/** The source from which a process obtains temporary keys. */
export type WorkloadIdentity =
  | {
      readonly kind: 'web-identity';
      readonly roleArn: string;
      readonly tokenFile: string;
      readonly endpoint: string | undefined;
    }
  | { readonly kind: 'container'; readonly address: string; readonly tokenFile: string | undefined };

/**
 * Reads the platform's identity from the settings alone: nothing is connected to.
 * @returns null if the platform gives none.
 */
export function readWorkloadIdentity(settings: Settings): WorkloadIdentity | null {
  const { AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile } = settings;
  const { AWS_CONTAINER_CREDENTIALS_FULL_URI: address } = settings;
  if (roleArn !== undefined && tokenFile !== undefined)
    return { kind: 'web-identity', roleArn, tokenFile, endpoint: settings.AWS_ENDPOINT_URL_STS };
  return address === undefined
    ? null
    : { kind: 'container', address, tokenFile: settings.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE };
}

/**
 * Finds settings of an identity that are missing, and files that cannot be read.
 * @returns a line for each setting.
 */
export function findIdentityFaults(settings: Settings): string[] {
  const pair = ['AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'] as const;
  const [unset, ...more] = pair.filter((name) => settings[name] === undefined);
  if (unset !== undefined && more.length === 0)
    return [`${unset} must be set if ${pair.find((name) => name !== unset)} is`];
  const identity = readWorkloadIdentity(settings);
  if (identity?.tokenFile === undefined) return [];
  const read = readSecretFile(identity.tokenFile);
  if ('secret' in read) return [];
  const name =
    identity.kind === 'container' ? 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE' : 'AWS_WEB_IDENTITY_TOKEN_FILE';
  return [`${name} ${read.fault}`];
}

/**
 * Hosts to which a token may be sent without TLS: this machine, and the agents that Amazon ECS and
 * EKS run on the node.
 */
const NEAR =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|169\.254\.170\.2|169\.254\.170\.23|\[fd00:ec2::23\])$/;

/** Finds the fault of an address that issues keys, to be read after the name of its variable. */
export function findCredentialsAddressFault(text: string): string | undefined {
  const fault = findWebFault(text);
  if (fault !== undefined) return fault;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || NEAR.test(hostname)
    ? undefined
    : 'must be an address with https, or the address of an agent on the node (169.254.170.23, fd00:ec2::23)';
}

/** Finds the fault of a file's path. */
export function findPathFault(text: string): string | undefined {
  return text.startsWith('/') ? undefined : 'must be an absolute path';
}
