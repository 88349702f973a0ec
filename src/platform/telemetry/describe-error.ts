/** What the log keeps of an error. */
export type ErrorDescription = {
  type: string;
  message: string;
  code?: string | number;
  /** The constraint that PostgreSQL named. */
  constraint?: string;
  stack?: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
};

const MAX_DEPTH = 4;
const MAX_MESSAGE = 500;
const MAX_FRAMES = 12;

/**
 * Describes an error for the log by a closed list of members. Database errors carry rows, queries and parameters, so nothing
 * else is copied: an invoice's data must not reach the log that way.
 * @param error anything that was thrown.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: shorten(String(error)) };
  const { code, constraint, errors } = error as { code?: unknown; constraint?: unknown; errors?: unknown };
  const description: ErrorDescription = { type: error.name, message: shorten(error.message) };
  if (typeof code === 'string' || typeof code === 'number') description.code = code;
  if (typeof constraint === 'string') description.constraint = constraint;
  if (error.stack !== undefined) description.stack = readFrames(error.stack);
  if (depth < MAX_DEPTH) {
    if (error.cause !== undefined) description.cause = describeError(error.cause, depth + 1);
    if (Array.isArray(errors))
      description.errors = errors.slice(0, 5).map((e) => describeError(e, depth + 1));
  }
  return description;
}

function shorten(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)} …` : text;
}

/* The frames alone: the stack's first lines repeat the message. */
function readFrames(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
