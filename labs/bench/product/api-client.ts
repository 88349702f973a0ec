import { randomUUID } from 'node:crypto';
import type { ApiVersion } from '../../../src/contracts/codes.ts';
import { sendRequest } from './send-request.ts';

/** A client of one organization. */
export type ApiClient = {
  /** The `Authorization` header of its session. */
  readonly authorization: string;
  /**
   * Creates a batch, or replays one if the key was used before.
   * @returns its id.
   * @throws if the answer is not 201.
   */
  post(body: Buffer, key?: string, version?: ApiVersion): Promise<number>;
  /** Validates a batch without creating it. @throws if the answer is not 200. */
  validate<T>(body: Buffer): Promise<T>;
  /** Reads a resource. @throws if the answer is not 200. */
  get<T>(path: string): Promise<T>;
  /** Downloads a PDF. @returns null if it does not exist yet. */
  downloadPdf(invoiceId: number): Promise<Buffer | null>;
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** Opens a session at an ingress. */
export async function openApiClient(ingress: string, apiKey: string): Promise<ApiClient> {
  const root = `${ingress}/api/v1`;
  const session = await sendRequest(
    'POST',
    `${root}/auth/sessions`,
    JSON_TYPE,
    Buffer.from(JSON.stringify({ api_key: apiKey })),
  );
  const { session_token: token } = JSON.parse(session.body.toString()) as { session_token: string };
  const authorization = { authorization: `Bearer ${token}` };
  return {
    ...authorization,
    async post(body, key = randomUUID(), version = 1) {
      const headers = { ...JSON_TYPE, ...authorization, 'idempotency-key': key };
      const answer = await sendRequest('POST', `${ingress}/api/v${version}/invoice_batches`, headers, body);
      if (answer.status !== 201) throw new Error(`POST answered ${answer.status} ${answer.body.toString()}`);
      return (JSON.parse(answer.body.toString()) as { data: { id: number } }).data.id;
    },
    async validate<T>(body: Buffer) {
      const headers = { ...JSON_TYPE, ...authorization };
      const answer = await sendRequest('POST', `${root}/invoice_batches/validate`, headers, body);
      if (answer.status !== 200)
        throw new Error(`validate answered ${answer.status} ${answer.body.toString()}`);
      return JSON.parse(answer.body.toString()) as T;
    },
    async get<T>(path: string) {
      const answer = await sendRequest('GET', root + path, authorization);
      if (answer.status !== 200)
        throw new Error(`GET ${path} answered ${answer.status} ${answer.body.toString()}`);
      return JSON.parse(answer.body.toString()) as T;
    },
    async downloadPdf(invoiceId) {
      const answer = await sendRequest('GET', `${root}/batch_invoices/${invoiceId}/pdf`, authorization);
      return answer.status === 200 ? answer.body : null;
    },
  };
}
