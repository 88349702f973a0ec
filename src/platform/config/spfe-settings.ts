import type { Environment } from './environment.ts';

/** How AEAT's public solution of electronic invoices (SPFE) is reached. */
export type SpfeSettings = {
  /** `none` sends nothing. */
  readonly transport: Environment['SPFE_TRANSPORT'];
  /** Address below which its services are. */
  readonly url: string;
};

/** Reads with which transport and where the SPFE is reached. */
export function readSpfeSettings({ SPFE_TRANSPORT: transport, SPFE_URL: url }: Environment): SpfeSettings {
  return { transport, url };
}

/** Returns whether the engine has a connection to the SPFE. Without one nothing leaves it. */
export function hasSpfeTransport({
  SPFE_TRANSPORT: transport,
}: Pick<Environment, 'SPFE_TRANSPORT'>): boolean {
  return transport !== 'none';
}
