import type { MessageKind, ServiceName } from '../http/service-names.ts';
import { concernsNumber, type AnswerlessFault, type FaultRequest, type SpoilingFault } from './fault.ts';
import { seedRandom } from './seed-random.ts';

export type PlannedFault = FaultRequest & { readonly id: number; readonly met: number };

/** What faults distinguish messages by. */
type DrawnMessage = {
  readonly service: ServiceName;
  /** null if the message could not be read. */
  readonly kind: MessageKind | null;
  readonly nif: string | null;
  readonly operation: string | null;
  /** The numbers of the invoices in it. */
  readonly numbers: readonly string[];
};

type Plan = {
  readonly id: number;
  readonly request: FaultRequest;
  readonly random: () => number;
  /** The messages that it concerns and that still pass before it applies. */
  passes: number;
  met: number;
};

/**
 * The requested faults, in order. At most one fault applies to an envelope: the first that matches.
 */
export class FaultPlan {
  #plans: Plan[] = [];
  #lastId = 0;

  add(requests: readonly FaultRequest[]): PlannedFault[] {
    const added = requests.map((request) => {
      this.#lastId += 1;
      const random = request.seed === undefined ? Math.random : seedRandom(request.seed);
      return { id: this.#lastId, request, random, passes: request.skip ?? 0, met: 0 };
    });
    for (const fault of added) this.#plans.push(fault);
    return added.map(describePlan);
  }

  list(): PlannedFault[] {
    return this.#plans.map(describePlan);
  }

  clear(): void {
    this.#plans = [];
  }

  /** Returns the fault that applies to a message. @param now this machine's clock in milliseconds. */
  draw(message: DrawnMessage, now: number): AnswerlessFault | SpoilingFault | null {
    const plan = this.#plans.find(
      (candidate) =>
        candidate.met < (candidate.request.count ?? Number.POSITIVE_INFINITY) &&
        isDue(candidate.request, now) &&
        concerns(candidate.request, message) &&
        (candidate.passes -= 1) < 0 &&
        candidate.random() < (candidate.request.probability ?? 1),
    );
    if (!plan) return null;
    plan.met += 1;
    // More kinds than the checker of types compares by itself.
    return plan.request as AnswerlessFault | SpoilingFault;
  }
}

function describePlan({ id, request, met }: Plan): PlannedFault {
  return { id, met, ...request };
}

function concerns(
  { service = 'verifactu', operation = 'remission', nif, invoice }: FaultRequest,
  message: DrawnMessage,
): boolean {
  const operations: readonly (string | null)[] = ['any', message.kind, message.operation];
  return (
    service === message.service &&
    (operations.includes(operation) || service === 'census') &&
    (nif === undefined || nif === message.nif) &&
    (invoice === undefined || message.numbers.some((number) => concernsNumber({ invoice }, number)))
  );
}

/** Returns whether a fault that has a time applies now. */
function isDue({ from, until }: FaultRequest, now: number): boolean {
  return (from === undefined || now >= Date.parse(from)) && (until === undefined || now < Date.parse(until));
}
