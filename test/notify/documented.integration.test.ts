import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listBlocks } from '../docs/support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/processes.ts';
import { openTestWebhooks } from './support/open-test-webhooks.ts';

const blocks = listBlocks('docs/webhooks.md');
const findBlock = (language: string) => blocks.find((block) => block.language === language)!.text;

it('a sent payload has the members of the documented example', async () => {
  await using hooks = await openTestWebhooks();
  const receiver = await hooks.openReceiver();
  const { id } = await hooks.add(receiver.url, { eventTypes: ['invoice.rejected'], payloadVersion: 2 });
  hooks.test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
  await hooks.issue(1, 'DOC');
  await hooks.test.remit(await hooks.test.chainOf());
  await hooks.deliverAll(id);
  const name = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, name(member)]))
      : typeof value;
  expect(receiver.arrivals).toHaveLength(1);
  expect(name(receiver.arrivals[0]!.event)).toEqual(name(JSON.parse(findBlock('json'))));
});

it('the documented receiver accepts only events that are signed with its secret', async () => {
  await using hooks = await openTestWebhooks();
  // Within the project, because the receiver imports its packages.
  const directory = await mkdtemp(path.join(import.meta.dirname, '../../.local/receiver-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'receiver.ts');
  await writeFile(file, findBlock('ts'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hooks`;
  const [right, wrong] = [await hooks.add(url), await hooks.add(`${url}?wrong`)];
  const child = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: right.secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  await eventually(() =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status === 400,
      () => false,
    ),
  );
  await hooks.issue(1, 'SNIPPET');
  expect(await hooks.deliver(right.id)).toMatchObject({ delivered: 1, failed: 0 });
  expect(await hooks.deliver(wrong.id)).toMatchObject({ delivered: 0, failed: 1 });
});
