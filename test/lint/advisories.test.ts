import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinVerdicts, judgeAudit } from '../../ops/lint/judge-audit.ts';
import { everyNth, LONG } from '../support/long.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs the check against a registry of the test. */
async function check(answer: RequestListener | null): Promise<{ code: number; output: string }> {
  const server = createServer(answer ?? (() => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (answer === null) server.close();
  // npm caches the answers of registries.
  const cache = mkdtempSync(path.join(tmpdir(), 'advisories-'));
  // npm runs under the machine's Node.js, which may not know the options that the test run adds.
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: cache,
  };
  const result = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['ops/lint/check-advisories.ts'],
      { cwd: ROOT, env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
  server.close();
  server.closeAllConnections();
  rmSync(cache, { recursive: true });
  return result;
}

/** A registry with one package in one version, which returns the given advisories on npm's bulk endpoint. */
const registryWith =
  (advisories: object): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      const version = '5.12.8';
      const manifest = { name: 'fastify', version, dist: {} };
      const fastify = {
        name: 'fastify',
        'dist-tags': { latest: version },
        versions: { [version]: manifest },
      };
      response.end(JSON.stringify(request.url?.includes('advisories/bulk') ? advisories : fastify));
    });
  };
const advisory = (severity: string) => ({
  fastify: [{ id: 1, url: 'https://example.org/1', title: 'A hole', severity, vulnerable_versions: '*' }],
});

describe('the check for known vulnerabilities', { timeout: 60_000 }, () => {
  it('passes if the registry reports none', async () => {
    expect(await check(registryWith({}))).toEqual({
      code: 0,
      output: '0 packages with known vulnerabilities of severity high or critical\n',
    });
  });

  it('fails and names the package if there is a critical one', async () => {
    const { code, output } = await check(registryWith(advisory('critical')));
    expect(code).toBe(1);
    expect(output).toMatch(/^fastify .*: critical$/m);
  });

  it.runIf(LONG)('passes if there is only a moderate one', async () => {
    expect(await check(registryWith(advisory('moderate')))).toMatchObject({ code: 0 });
  });

  const SILENT: readonly [string, RequestListener | null][] = [
    ['refuses the query', (_request, response) => response.writeHead(405).end()],
    ['answers without JSON', (_request, response) => response.end('<html>')],
    ['does not answer', null],
  ];
  it.each(everyNth(3, SILENT))(
    'passes with the clear message NOT CHECKED if the registry %s',
    async (_what, answer) => {
      const { code, output } = await check(answer);
      expect(code).toBe(0);
      expect(output).toMatch(/^NOT CHECKED: the registry does not report/);
    },
  );

  it('ignores only the reviewed vulnerabilities, at their reviewed place', () => {
    const hole = (name: string, node: string) => [
      name,
      { name, severity: 'high', range: '<2', nodes: [node] },
    ];
    const output = JSON.stringify({
      metadata: { vulnerabilities: { total: 3 } },
      vulnerabilities: Object.fromEntries([
        hole('a', 'node_modules/a'),
        hole('b', 'node_modules/b'),
        hole('c', 'node_modules/c'),
      ]),
    });
    const verdict = judgeAudit(output, ({ name, nodes }) => name === 'a' && nodes?.[0] === 'node_modules/a');
    expect(verdict).toMatchObject({ known: true, holes: ['b <2: high', 'c <2: high'] });
  });

  it('joins the verdicts on all lockfiles, where a vulnerability outweighs an unknown result', () => {
    const [clean, holey] = [[], ['a <2: high']].map((holes) => ({ known: true as const, holes }));
    const unknown = { known: false as const, reason: 'status 405' };
    expect(joinVerdicts([clean!, holey!])).toEqual(holey);
    expect(joinVerdicts([unknown, holey!])).toEqual(holey);
    expect(joinVerdicts([clean!, unknown])).toEqual(unknown);
  });

  it('does not accept an incomplete report as a clean one', () => {
    for (const output of ['', '{}', '{"vulnerabilities":{}}', 'null', '{"message":"x","statusCode":405}']) {
      expect(judgeAudit(output === 'null' ? '[]' : output).known).toBe(false);
    }
  });
});
