/** A wrong setting; its message is one line that names the variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}
