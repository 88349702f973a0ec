type Settings = {
  readonly DASHBOARD_USER: string;
  readonly DASHBOARD_PASSWORD?: string;
  readonly CERTIFICATE_KEY?: string;
  readonly CERTIFICATE_KEY_PREVIOUS?: string;
  readonly BODY_BUDGET: number;
  readonly CREATE_BODY_LIMIT: number;
};

/**
 * Finds settings that are valid on their own but contradict each other.
 * @returns a line for each contradiction, which names the settings.
 */
export function findContradictions(settings: Settings): string[] {
  const { DASHBOARD_USER: user, DASHBOARD_PASSWORD: password } = settings;
  const { BODY_BUDGET: budget, CREATE_BODY_LIMIT: limit } = settings;
  const faults: string[] = [];
  if (password?.toLowerCase() === user.toLowerCase())
    faults.push('DASHBOARD_PASSWORD must differ from the login (DASHBOARD_USER)');
  // Without the new key nothing could be sealed, and what the new key has sealed could not be
  // unsealed.
  if (settings.CERTIFICATE_KEY_PREVIOUS !== undefined && settings.CERTIFICATE_KEY === undefined)
    faults.push('CERTIFICATE_KEY must be set when CERTIFICATE_KEY_PREVIOUS is');
  // Otherwise a body of the largest size would always be refused: an organization has a quarter of
  // the budget, and an eighth of that is reserved for small bodies.
  if (budget < 6 * limit) faults.push('BODY_BUDGET must be at least 6 times CREATE_BODY_LIMIT');
  return faults;
}
