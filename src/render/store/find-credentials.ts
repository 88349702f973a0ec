import { fromHttp } from '@aws-sdk/credential-provider-http';
import { fromTokenFile } from '@aws-sdk/credential-provider-web-identity';
import type { S3ClientConfig } from '@aws-sdk/client-s3';

/** As whom a bucket is opened: by keys, or as who the platform says that the process is, which gets keys that expire. */
export type S3Identity =
  | { readonly kind: 'keys'; readonly accessKeyId: string; readonly secretAccessKey: string }
  | {
      readonly kind: 'web-identity';
      readonly roleArn: string;
      /** Read anew each time: Kubernetes renews it. */
      readonly tokenFile: string;
      /** Undefined: AWS's own service in the region. */
      readonly endpoint: string | undefined;
    }
  | { readonly kind: 'container'; readonly address: string; readonly tokenFile: string | undefined };

type Credentials = NonNullable<S3ClientConfig['credentials']>;
type RequestHandler = NonNullable<S3ClientConfig['requestHandler']>;

/** Names the engine in what AWS writes down about the use of a role. */
const SESSION = 'invoice-batch-engine';
const ATTEMPTS = 2;

/**
 * The credentials of a client of S3, which asks again five minutes before they expire. Everything is given: the SDK's own search goes through
 * files of the user as far as the metadata service of a cloud.
 * @param limits time limits of each request.
 */
export function findCredentials(
  identity: S3Identity,
  region: string,
  limits: { readonly connectionTimeout: number; readonly requestTimeout: number } & RequestHandler,
): Credentials {
  switch (identity.kind) {
    case 'keys': {
      const { accessKeyId, secretAccessKey } = identity;
      return { accessKeyId, secretAccessKey };
    }
    case 'web-identity': {
      const { roleArn, tokenFile: webIdentityTokenFile, endpoint } = identity;
      const clientConfig = {
        region,
        maxAttempts: ATTEMPTS,
        requestHandler: limits,
        ...(endpoint && { endpoint }),
      };
      const provide = fromTokenFile({
        roleArn,
        webIdentityTokenFile,
        roleSessionName: SESSION,
        clientConfig,
      });
      return () => explain('AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE', provide);
    }
    case 'container': {
      const provide = fromHttp({
        awsContainerCredentialsFullUri: identity.address,
        awsContainerAuthorizationTokenFile: identity.tokenFile ?? '',
        // Else these would be read from variables, and the first be preferred.
        awsContainerCredentialsRelativeUri: '',
        awsContainerAuthorizationToken: '',
        timeout: limits.requestTimeout,
        // It would wait as long as a request may take before the next attempt; whoever needs the store tries again.
        maxRetries: 0,
      });
      return () => explain('AWS_CONTAINER_CREDENTIALS_FULL_URI', provide);
    }
  }
}

/** @throws Error that names the settings where the platform gives no keys. */
async function explain<T>(settings: string, provide: () => Promise<T>): Promise<T> {
  try {
    return await provide();
  } catch (error) {
    throw new Error(`the platform gives no keys of the bucket (${settings}): ${(error as Error).message}`, {
      cause: error,
    });
  }
}
