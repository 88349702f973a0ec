/**
 * The largest body that counts as small, in bytes: it is examined at once (2 ms, handing it to a thread would not be faster) unless its organization's bodies
 * take long, waits for no large one, and has room kept for it in the budget of bodies.
 */
export const SMALL_BODY_BYTES = 256 * 1024;

/** What is made of a small body, mostly messages, grows with its bytes up to here: a thousand invoices have faults then. */
export const MAX_SMALL_WEIGHT = 20 * 1024;
