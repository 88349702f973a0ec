import { constants, setPriority } from 'node:os';
import type { ApiVersion } from '../contracts/codes.ts';
import { decompressBody } from '../platform/literals/stored-body.ts';
import { examineBody, examinePart, type ExaminedBody, type ExaminedPart } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import { findExcess } from './find-excess.ts';
import { preparePreview, type PreparedPreview } from './prepare-preview.ts';
import { isSameBody } from './same-body.ts';
import { isSameText } from './same-text.ts';

// On Linux this lowers the priority of this thread only: the event loop and PostgreSQL take precedence if there are few cores.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/* Tasks of the examiner's threads. Each task owns the bytes that it receives and frees them when it ends. */

type Bytes = Uint8Array<ArrayBuffer>;

export function examine(task: {
  readonly body: Bytes;
  readonly context: ExamineContext;
}): ExaminedBody | BodyRefusal {
  return withBytes(task.body, (body) => {
    const excess = findExcess(body, task.context.version);
    return excess === null ? examineBody(body, task.context) : { kind: 'refused', ...excess };
  });
}

export function prepare(task: { readonly body: Bytes; readonly context: ExamineContext }): PreparedPreview {
  return withBytes(task.body, (body) => preparePreview(body, task.context));
}

export function examineOnePart(task: {
  readonly body: Bytes;
  readonly context: ExamineContext;
}): ExaminedPart | null {
  return withBytes(task.body, (part) => examinePart(part, task.context));
}

export function compareTexts(task: { readonly body: Bytes; readonly stored: Bytes }): boolean {
  return withBytes(task.body, (body) =>
    withBytes(task.stored, (stored) => isSameText(body, decompressBody(stored))),
  );
}

export function compare(task: {
  readonly body: Bytes;
  readonly stored: Bytes;
  readonly version: ApiVersion;
}): boolean {
  // Only the sent body is checked for excess: a stored body is an accepted batch, which cannot have any.
  return withBytes(task.body, (body) =>
    withBytes(
      task.stored,
      (stored) => findExcess(body, task.version) === null && isSameBody(body, decompressBody(stored)),
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
