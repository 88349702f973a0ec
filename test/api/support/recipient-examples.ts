import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from '../../support/api.ts';

/** Collects the answers about the profile of a public body, as examples of the OpenAPI document. */
export async function keepRecipientProfiles(
  api: TestApi,
  keep: (operation: string, answer: LightMyRequestResponse, request?: unknown) => LightMyRequestResponse,
): Promise<void> {
  const rights = ['read', 'recipients'] as const;
  const { token } = await api.createOrganization('Con Perfiles SL', null, rights);
  const manage = (method: 'GET' | 'PUT', path = '', payload?: object) =>
    api.inject({
      method,
      url: `/api/v2/recipient_profiles${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': 'b54e62a1',
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { payload }),
    });
  const profile = {
    dir3: {
      accounting_office: 'L01280796',
      managing_body: 'L01280796',
      processing_unit: 'L01280796',
    },
    buyer_reference: 'CONTRATO-2026-17',
    default_unit_code: 'HUR',
  };
  const wrong = { dir3: { accounting_office: 'L01280796' } };
  keep('setRecipientProfile', await manage('PUT', '/P1234567D', wrong), wrong);
  keep('setRecipientProfile', await manage('PUT', '/P1234567D', profile), profile);
  keep('getRecipientProfile', await manage('GET', '/P1234567D'));
  keep('getRecipientProfile', await manage('GET', '/A12345674'));
  keep('listRecipientProfiles', await manage('GET'));
}
