import { constants, setPriority } from 'node:os';
import { decompressBody } from '../platform/literals/stored-body.ts';
import { examineBody, examinePart, type ExaminedBody, type ExaminedPart } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import { findExcess } from './find-excess.ts';
import { preparePreview, type PreparedPreview } from './prepare-preview.ts';
import { isSameBody } from './same-body.ts';
import { isSameText } from './same-text.ts';

// On Linux this lowers the priority of this thread only: the event loop and PostgreSQL take
// precedence if there are few cores.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/*
 * Tasks of the examiner's threads. Each task owns the bytes that it receives and frees them when it
 * ends.
 */

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Examines a whole request body, as `examineBody` does. A body that would take far more memory than
 * any valid one is refused without parsing it.
 */
export function examine(task: {
  readonly body: Bytes;
  readonly context: ExamineContext;
}): ExaminedBody | BodyRefusal {
  return withBytes(task.body, (body) => {
    const excess = findExcess(body, task.context.rules);
    return excess === null ? examineBody(body, task.context) : { kind: 'refused', ...excess };
  });
}

/** Prepares the invoice of a preview's request body, as `preparePreview` does. */
export function prepare(task: { readonly body: Bytes; readonly context: ExamineContext }): PreparedPreview {
  return withBytes(task.body, (body) => preparePreview(body, task.context));
}

/**
 * Examines one part of a large request body, which is itself a complete body.
 * @returns null if the part has a syntax or shape fault; then `examine` must examine the whole
 *   body.
 */
export function examineOnePart(task: {
  readonly body: Bytes;
  readonly context: ExamineContext;
}): ExaminedPart | null {
  return withBytes(task.body, (part) => examinePart(part, task.context));
}

/**
 * Returns whether a request body and a stored one are the same JSON text except for white space
 * between tokens. Nothing is parsed; if false, `compare` decides.
 * @throws if the stored body is damaged or a newer release compressed it.
 */
export function compareTexts(task: { readonly body: Bytes; readonly stored: Bytes }): boolean {
  return withBytes(task.body, (body) =>
    withBytes(task.stored, (stored) => isSameText(body, decompressBody(stored))),
  );
}

/**
 * Returns whether a request body and a stored one are the same JSON value, regardless of white
 * space and the order of members. A body that is not JSON, or would take too much memory, is not
 * the same.
 * @throws if the stored body is damaged or a newer release compressed it.
 */
export function compare(task: {
  readonly body: Bytes;
  readonly stored: Bytes;
  readonly rules: RequestRules;
}): boolean {
  // Only the sent body is checked for excess: a stored body is an accepted batch, which cannot have
  // any.
  return withBytes(task.body, (body) =>
    withBytes(
      task.stored,
      (stored) => findExcess(body, task.rules) === null && isSameBody(body, decompressBody(stored)),
    ),
  );
}

/** Does nothing; running this task starts the thread. */
export function warmUp(_task: null): void {}

function withBytes<T>({ buffer, byteOffset, byteLength }: Bytes, work: (bytes: Buffer) => T): T {
  try {
    return work(Buffer.from(buffer, byteOffset, byteLength));
  } finally {
    buffer.transfer(0);
  }
}
