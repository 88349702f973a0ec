/** The parts of an error that are logged. */
export type ErrorDescription = {
  type: string;
  message: string;
  code?: string | number;
  /** The constraint that PostgreSQL reported. */
  constraint?: string;
  stack?: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
};

const MAX_DEPTH = 4;
const MAX_MESSAGE = 500;
const MAX_FRAMES = 12;

/**
 * Describes an error for the log with a closed list of members. Database errors contain rows,
 * queries and parameters. Nothing else is copied, so that an invoice's data do not reach the log.
 * @param error any thrown value.
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

/*
 * Returns only the frames, because the first lines of the stack repeat the message.
 */
function readFrames(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
