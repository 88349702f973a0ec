import { UNREAD_ANSWER_LIMITS } from '../limits.ts';

export type UnreadLimits = {
  /** Bytes of answers that are kept for their clients, in all. */
  readonly most: number;
  /** In milliseconds. */
  readonly now?: () => number;
};

/** An answer that its client has not taken yet. */
export type Unread = {
  /** Who is answered. */
  readonly owner: string;
  /** Of the answer, and of its request's head: Node keeps both. */
  readonly bytes: number;
  /** Ends the connection: the answer is no longer kept. */
  readonly drop: () => void;
};

export type UnreadAnswers = {
  /** Bytes that are kept. */
  readonly held: number;
  /** Keeps one more. Where there is no room, those that wait for longest are dropped. @returns what to call when it is read or gone. */
  keep(answer: Unread): () => void;
};

/**
 * Opens the account of the answers that are in the memory of a process until their clients read them. Who reads slowly is only ended where there is
 * no room: in the share of its owner, then in all, and who began first goes first. Answers younger than a second stay.
 */
export function createUnreadAnswers({ most, now = () => performance.now() }: UnreadLimits): UnreadAnswers {
  // The oldest first.
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
