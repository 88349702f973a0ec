import type {
  SpfeFact,
  SpfeMessageKind,
  SpfeMessageState,
  SpfeState,
  SpfeWithdrawalReason,
} from '../contracts/spfe.ts';

/* The JSON in the rows of deliveries. Days are `YYYY-MM-DD`. */

export type StoredVersion = {
  readonly version: number;
  readonly is_copy: boolean;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly reason: string | null;
  readonly created_at: string;
};

export type StoredMessage = {
  readonly id: number;
  readonly kind: SpfeMessageKind;
  readonly state: SpfeMessageState;
  readonly effective_on: string | null;
  readonly due_on: string | null;
  readonly goods_received_on: string | null;
  readonly invoice_received_on: string | null;
  readonly financed: boolean;
  readonly cancels: number | null;
  readonly payment_id: number | null;
  readonly reason: SpfeWithdrawalReason | null;
  readonly csv: string | null;
  readonly error: { readonly code: string; readonly message: string | null } | null;
  readonly requested_at: string;
};

export type StoredFact = { readonly fact: SpfeFact; readonly value: boolean; readonly recorded_at: string };

export type StoredReport = {
  readonly effective_on: string;
  readonly due_on: string | null;
  readonly condition: string | null;
};

/**
 * What became of an order. `known` was ordered before by the same request, or has nothing to do;
 * `state` and `channel` are those of the delivery, which do not allow it.
 */
export type OrderOutcome =
  | 'done'
  | 'known'
  | 'forbidden'
  | 'reused'
  | 'unknown'
  | 'state'
  | 'channel'
  | 'fact'
  | 'settled'
  | 'open';

export type StoredVersions = readonly StoredVersion[];
export type StoredMessages = readonly StoredMessage[];
export type StoredFacts = readonly StoredFact[];

/** How many deliveries of an issuer are in a state. */
export type StateCount = { readonly state: SpfeState; readonly invoices: number };
