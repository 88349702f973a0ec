/** Why there is nothing of an invoice that is not issued. @param processingError null while it waits: then asking again helps. */
export function explainUnissued(processingError: string | null): { message: string; retry?: true } {
  return processingError === null
    ? { message: 'Invoice is still being processed', retry: true }
    : { message: `Invoice was not issued: ${processingError}` };
}
