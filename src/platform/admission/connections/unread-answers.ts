import { UNREAD_ANSWER_LIMITS } from '../limits.ts';

export type UnreadLimits = {
  /** The total bytes of answers that are kept for their clients. */
  readonly most: number;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
};

/** An answer that its client has not read yet. */
export type Unread = {
  /** The owner of the request. */
  readonly owner: string;
  /** The bytes of the answer and of the head of its request, both of which Node keeps. */
  readonly bytes: number;
  /** Closes the connection, which releases the answer. */
  readonly drop: () => void;
};

export type UnreadAnswers = {
  /** The number of bytes that are kept. */
  readonly held: number;
  /**
   * Adds an answer. If there is no room, it drops the oldest answers.
   * @returns a function to call when the answer has been read or its connection has closed.
   */
  keep(answer: Unread): () => void;
};

/**
 * Creates the account of the answers that are in the memory of a process until their clients read
 * them. A slow reader is disconnected only if there is no room, in its owner's share or in total;
 * the oldest answer is dropped first. Answers younger than `graceMs` (one second) are kept.
 */
export function createUnreadAnswers({ most, now = () => performance.now() }: UnreadLimits): UnreadAnswers {
  // Oldest first.
  const kept = new Map<Unread, number>();
  const owners = new Map<string, number>();
  let held = 0;

  function forget(answer: Unread): void {
    if (!kept.delete(answer)) return;
    held -= answer.bytes;
    const left = owners.get(answer.owner)! - answer.bytes;
    if (left > 0) owners.set(answer.owner, left);
    else owners.delete(answer.owner);
  }

  function makeRoom(owner: string): void {
    for (const [answer, since] of kept) {
      const isOverShare = (owners.get(owner) ?? 0) > most * UNREAD_ANSWER_LIMITS.organizationShare;
      if ((held <= most && !isOverShare) || now() - since < UNREAD_ANSWER_LIMITS.graceMs) return;
      if (held <= most && answer.owner !== owner) continue;
      forget(answer);
      answer.drop();
    }
  }

  return {
    get held() {
      return held;
    },
    keep(answer) {
      kept.set(answer, now());
      held += answer.bytes;
      owners.set(answer.owner, (owners.get(answer.owner) ?? 0) + answer.bytes);
      makeRoom(answer.owner);
      return () => forget(answer);
    },
  };
}
