import {
  examineBody,
  examinePart,
  type BodyRefusal,
  type ExamineContext,
  type ExaminedBody,
  type ExaminedPart,
} from './examine-body.ts';
import { findExcess } from './find-excess.ts';
import { isSameBody } from './same-body.ts';

/* What the threads of the examiner do. Bodies come in shared memory. */

export function examine(task: {
  readonly body: Uint8Array;
  readonly context: ExamineContext;
}): ExaminedBody | BodyRefusal {
  const body = viewBytes(task.body);
  const excess = findExcess(body);
  return excess === null ? examineBody(body, task.context) : { outcome: 'wrong_shape', message: excess };
}

export function examineOnePart(task: {
  readonly body: Uint8Array;
  readonly context: ExamineContext;
}): ExaminedPart | null {
  return examinePart(viewBytes(task.body), task.context);
}

export function compare(task: { readonly body: Uint8Array; readonly stored: Uint8Array }): boolean {
  const body = viewBytes(task.body);
  // What is stored has none.
  return findExcess(body) === null && isSameBody(body, task.stored);
}

/** Nothing: the thread has started. */
export function warmUp(_task: null): void {}

function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
