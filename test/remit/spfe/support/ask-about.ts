import { expect } from 'vitest';
import type { FaultRequest } from '../../../../packages/aeat-sandbox/src/faults/fault.ts';
import type { TestSpfe } from '../../../support/spfe-sending.ts';

/** What tests ask of the deliveries and of the stand-in. @param test returns the present one. */
export const askAbout = (test: () => TestSpfe) => ({
  states: async () => (await test().deliveries()).map(({ state }) => state),
  /** Lets the SPFE answer messages that change its book wrongly, or as the request says. */
  fault: (request: FaultRequest) => test().sandbox.control.addFaults({ service: 'spfe', ...request }),
  booked: () =>
    test()
      .sandbox.control.spfeBook()
      .map(({ code, status }) => [code.number, status]),
  sentTo: () =>
    test()
      .sandbox.control.messages()
      .map(({ operation }) => operation),
  /** Nothing was sent twice without a question, and what is admitted is in the book under its CSV. */
  expectOrder: async (): Promise<void> => {
    const { control } = test().sandbox;
    expect(control.spfeInvariants()).toMatchObject({ ok: true });
    const book = new Map(
      control.spfeBook().map(({ code, status, admission }) => [code.number, `${status} ${admission.csv}`]),
    );
    const admitted = (await test().deliveries()).filter(({ state }) => state === 'admitted');
    expect(admitted.map(({ number }) => book.get(number))).toEqual(
      admitted.map(({ csv }) => `admitted ${csv}`),
    );
  },
});
