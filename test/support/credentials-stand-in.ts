import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The keys that the stand-in issues. */
export type GivenKeys = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly expires: Date;
};
/**
 * The requests that it received: the form fields for AWS's token service, and the Authorization
 * header for the agent of a node.
 */
export type Asked = { readonly form: URLSearchParams; readonly authorization: string | undefined };
export type CredentialsStandIn = AsyncDisposable & {
  readonly address: string;
  readonly asked: readonly Asked[];
  /** The keys to issue from now on; null refuses every request. */
  give(keys: GivenKeys | null): void;
};

/**
 * A stand-in on loopback for the services that issue keys to workloads: AWS's token service (STS)
 * for POST, and the EKS agent of a node otherwise.
 */
export async function openCredentialsStandIn(first: GivenKeys): Promise<CredentialsStandIn> {
  let keys: GivenKeys | null = first;
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    asked.push({ form, authorization: request.headers.authorization });
    const isTokenService = request.method === 'POST';
    response.statusCode = keys === null ? 403 : 200;
    response.setHeader('Content-Type', isTokenService ? 'text/xml' : 'application/json');
    if (isTokenService) response.end(keys === null ? REFUSAL : describeRole(keys));
    else response.end(JSON.stringify(keys === null ? { code: 'AccessDenied' } : describeKeys(keys)));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    give(next) {
      keys = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const SESSION_TOKEN = 'session-token-of-the-test';

/* AWS Security Token Service API Reference, AssumeRoleWithWebIdentity. */
const describeRole = ({ accessKeyId, secretAccessKey, expires }: GivenKeys) =>
  `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>` +
  `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
  `<SessionToken>${SESSION_TOKEN}</SessionToken><Expiration>${expires.toISOString()}</Expiration>` +
  `</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
const REFUSAL = `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>Not authorized to perform sts:AssumeRoleWithWebIdentity</Message></Error></ErrorResponse>`;

/* Amazon EKS User Guide, Pod Identity: the answer of its agent. */
const describeKeys = ({ accessKeyId, secretAccessKey, expires }: GivenKeys) => ({
  AccessKeyId: accessKeyId,
  SecretAccessKey: secretAccessKey,
  Token: SESSION_TOKEN,
  Expiration: expires.toISOString(),
});
