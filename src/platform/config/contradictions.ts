type Settings = {
  readonly DASHBOARD_USER: string;
  readonly DASHBOARD_PASSWORD?: string;
  readonly CERTIFICATE_KEY?: string;
  readonly CERTIFICATE_KEY_PREVIOUS?: string;
  readonly BODY_BUDGET: number;
  readonly CREATE_BODY_LIMIT: number;
};

/** Finds settings that are right each by itself and do not go together. @returns a line for each contradiction, which names them. */
export function findContradictions(settings: Settings): string[] {
  const { DASHBOARD_USER: user, DASHBOARD_PASSWORD: password } = settings;
  const { BODY_BUDGET: budget, CREATE_BODY_LIMIT: limit } = settings;
  const faults: string[] = [];
  if (password?.toLowerCase() === user.toLowerCase())
    faults.push('DASHBOARD_PASSWORD must not be the login itself (DASHBOARD_USER)');
  // Without the new key nothing could be sealed, and what it sealed could not be opened.
  if (settings.CERTIFICATE_KEY_PREVIOUS !== undefined && settings.CERTIFICATE_KEY === undefined)
    faults.push('CERTIFICATE_KEY must be set when CERTIFICATE_KEY_PREVIOUS is');
  // A body of the largest size would never be taken: an organization has a quarter, and some of that is kept for small ones.
  if (budget < 6 * limit) faults.push('BODY_BUDGET must be at least 6 times CREATE_BODY_LIMIT');
  return faults;
}
