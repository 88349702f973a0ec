import type { SpfeTransport } from './spfe-transport.ts';

const refuse = () =>
  Promise.resolve({
    kind: 'not_sent',
    reason: 'no_transport',
    detail: 'SPFE_TRANSPORT is none: AEAT has not published the service',
  } as const);

/** The transport while AEAT has not published its service: nothing is sent. */
export const NO_TRANSPORT: SpfeTransport = {
  send: refuse,
  cancel: refuse,
  report: refuse,
  find: refuse,
  list: refuse,
  download: refuse,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
