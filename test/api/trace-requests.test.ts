import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readRequestId } from '../../src/api/request-id.ts';
import { traceRequests } from '../../src/api/trace-requests.ts';
import { generateApiKey } from '../../src/organizations/access/secrets.ts';
import { type Beginning, NO_TRACES } from '../../src/platform/telemetry/traces/traces.ts';

const SENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

describe('the traceparent of a request', () => {
  it.for([
    ['an unknown client', false, { parent: null, links: [SENT] }],
    ['a trusted proxy', true, { parent: SENT, links: [] }],
  ] as const)(
    'is the parent of its span only if a trusted proxy sent it, and a link otherwise: %s',
    async ([, isProxy, expected]) => {
      await using app = fastify({ genReqId: readRequestId });
      const begun: (Beginning & { readonly name: string })[] = [];
      const begin = (name: string, beginning: Beginning) => {
        begun.push({ name, ...beginning });
        return NO_TRACES.begin(name, beginning);
      };
      traceRequests(app, { ...NO_TRACES, isOn: true, begin }, () => isProxy);
      app.get('/things/:id', async () => 'done');
      const apiKey = generateApiKey();
      await app.inject({
        url: '/things/secret-17?key=org_live',
        headers: { traceparent: SENT, 'x-request-id': apiKey, authorization: `Bearer ${apiKey}` },
      });
      expect(begun).toMatchObject([{ name: 'GET /things/:id', kind: 'server', ...expected }]);
      expect(JSON.stringify(begun)).not.toMatch(/secret|org_live/);
    },
  );
});
