/* Bull Board knows one kind of viewer. Who may only look gets its answers as those of a read-only board; that nothing is done for them is decided before. */

const UI_CONFIG = '<script id="__UI_CONFIG__" type="application/json">{';
const LABEL = JSON.stringify({ label: 'read-only', color: '#64748b', textColor: '#ffffff' });

/** Labels the board's page. */
export function labelReadOnly(page: string): string {
  return page.replace(UI_CONFIG, () => `${UI_CONFIG}"environment":${LABEL},`);
}

type BoardAnswer = { readonly queues?: readonly object[] };

/** Takes the buttons out of what the board tells of its queues. */
export function hideButtons<T extends BoardAnswer>(answer: T): T {
  const queues = answer.queues?.map((queue) => ({
    ...queue,
    readOnlyMode: true,
    allowRetries: false,
    allowCompletedRetries: false,
  }));
  return queues === undefined ? answer : { ...answer, queues };
}
