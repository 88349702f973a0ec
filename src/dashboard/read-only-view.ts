/*
 * Bull Board supports one kind of viewer. A viewer who may not act gets the answers of a read-only
 * board; changes are refused elsewhere.
 */

const UI_CONFIG = '<script id="__UI_CONFIG__" type="application/json">{';
const LABEL = JSON.stringify({ label: 'read-only', color: '#64748b', textColor: '#ffffff' });

/** Labels the board's page as read-only. */
export function labelReadOnly(page: string): string {
  return page.replace(UI_CONFIG, () => `${UI_CONFIG}"environment":${LABEL},`);
}

type BoardAnswer = { readonly queues?: readonly object[] };

/** Removes the buttons from the board's answer about its queues. */
export function hideButtons<T extends BoardAnswer>(answer: T): T {
  const queues = answer.queues?.map((queue) => ({
    ...queue,
    readOnlyMode: true,
    allowRetries: false,
    allowCompletedRetries: false,
  }));
  return queues === undefined ? answer : { ...answer, queues };
}
