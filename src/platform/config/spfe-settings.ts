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
