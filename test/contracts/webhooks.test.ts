import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_VERSIONS } from '../../src/contracts/codes.ts';
import { WEBHOOK_EVENTS } from '../../src/contracts/webhooks.ts';
import { listBlocks } from '../docs/support/documents.ts';
import { DOCUMENTED_WEBHOOKS, findEventErrors } from '../support/documented-webhooks.ts';

const GUIDE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

/** Lists the names in the first column of the table whose first column has the given heading. */
function listNames(head: string): string[] {
  const table = new RegExp(`^\\| ${head} \\|[^\\n]*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'm').exec(GUIDE)![1]!;
  return table
    .trim()
    .split('\n')
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

describe('the webhooks of the OpenAPI document', () => {
  it('are the events that the engine sends', () => {
    for (const version of API_VERSIONS)
      expect(Object.keys(DOCUMENTED_WEBHOOKS[version])).toEqual([...WEBHOOK_EVENTS]);
  });

  it.each(API_VERSIONS.flatMap((api) => WEBHOOK_EVENTS.map((type) => [type, api] as const)))(
    '%s needs no session and documents the effect of each response status in version %d',
    (type, api) => {
      const webhook = DOCUMENTED_WEBHOOKS[api][type]!;
      expect(webhook.security).toEqual([]);
      expect(Object.keys(webhook.responses).toSorted()).toEqual(['2XX', '410', '429', '503', 'default']);
      expect(webhook.requestBody.content['application/json'].schema).toMatchObject({
        properties: { type: { enum: [type] }, version: { enum: [api] } },
      });
    },
  );

  it('have a valid example of each event', () => {
    for (const api of API_VERSIONS) {
      for (const [type, { requestBody }] of Object.entries(DOCUMENTED_WEBHOOKS[api])) {
        const { examples } = requestBody.content['application/json'] as unknown as {
          readonly examples: { readonly real: { readonly value: { readonly type: string } } };
        };
        expect(examples.real.value).toMatchObject({ type, version: api });
        expect(findEventErrors(examples.real.value)).toEqual([]);
      }
    }
  });

  it('match the events, the headers and the example in docs/webhooks.md', () => {
    expect(listNames('type')).toEqual([...WEBHOOK_EVENTS]);
    const headers = DOCUMENTED_WEBHOOKS[2]['batch.finished']!.parameters.map(({ name }) => name);
    expect(listNames('header')).toEqual(headers);
    const example = listBlocks('docs/webhooks.md').find(({ language }) => language === 'json')!.text;
    expect(findEventErrors(JSON.parse(example))).toEqual([]);
  });
});
