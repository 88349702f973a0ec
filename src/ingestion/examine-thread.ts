import {
  examineBody,
  examineHalf,
  type BodyRefusal,
  type ExamineContext,
  type ExaminedBody,
  type ExaminedHalf,
} from './examine-body.ts';
import { isSameBody } from './same-body.ts';

/* What the threads of the examiner do. Bodies come in shared memory. */

export function examine(task: {
  readonly body: Uint8Array;
  readonly context: ExamineContext;
}): ExaminedBody | BodyRefusal {
  return examineBody(viewBytes(task.body), task.context);
}

export function examineOneHalf(task: {
  readonly body: Uint8Array;
  readonly context: ExamineContext;
}): ExaminedHalf | null {
  return examineHalf(viewBytes(task.body), task.context);
}

export function compare(task: { readonly body: Uint8Array; readonly stored: Uint8Array }): boolean {
  return isSameBody(viewBytes(task.body), task.stored);
}

/** Nothing: the thread has started. */
export function warmUp(_task: null): void {}

function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
