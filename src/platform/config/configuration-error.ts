/** The settings are invalid. The message has one line per fault, which begins with the variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';

  /** @param faults one line, or several that were found together. */
  constructor(faults: string | readonly string[], options?: ErrorOptions) {
    const lines = typeof faults === 'string' ? faults : faults.join('\n');
    super(lines || 'The settings are invalid', options);
  }
}
