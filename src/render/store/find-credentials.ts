import { fromHttp } from '@aws-sdk/credential-provider-http';
import { fromTokenFile } from '@aws-sdk/credential-provider-web-identity';
import type { S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * The identity that opens a bucket: access keys, or the identity of the process on its platform,
 * which receives temporary keys.
 */
export type S3Identity =
  | { readonly kind: 'keys'; readonly accessKeyId: string; readonly secretAccessKey: string }
  | {
      readonly kind: 'web-identity';
      readonly roleArn: string;
      /** Read on each use, because Kubernetes renews it. */
      readonly tokenFile: string;
      /** When undefined, AWS's own service in the region is used. */
      readonly endpoint: string | undefined;
    }
  | { readonly kind: 'container'; readonly address: string; readonly tokenFile: string | undefined };

type Credentials = NonNullable<S3ClientConfig['credentials']>;
type RequestHandler = NonNullable<S3ClientConfig['requestHandler']>;

/** The session name of the engine in AWS's logs about the use of a role. */
const SESSION = 'invoice-batch-engine';
const ATTEMPTS = 2;

/**
 * Returns the credentials provider of an S3 client, which renews credentials five minutes before
 * they expire. All settings are explicit: the SDK's own search would read files of the user and
 * query the metadata service of a cloud.
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
        // Otherwise the SDK would read these from environment variables and prefer the first.
        awsContainerCredentialsRelativeUri: '',
        awsContainerAuthorizationToken: '',
        timeout: limits.requestTimeout,
        // A retry would wait up to the request timeout before the next attempt. The caller retries
        // instead.
        maxRetries: 0,
      });
      return () => explain('AWS_CONTAINER_CREDENTIALS_FULL_URI', provide);
    }
  }
}

/**
 * Runs a credentials provider.
 * @throws an Error that names the settings when the platform provides no keys.
 */
async function explain<T>(settings: string, provide: () => Promise<T>): Promise<T> {
  try {
    return await provide();
  } catch (error) {
    throw new Error(
      `the platform provides no keys for the bucket (${settings}): ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}
