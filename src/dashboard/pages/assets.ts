import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyPluginCallback } from 'fastify';

const beside = (name: string) => new URL(`browser/${name}`, import.meta.url);

/** Files that pages load, by name. */
const ASSETS = [
  { name: 'page.css', type: 'text/css; charset=utf-8', file: beside('page.css') },
  { name: 'live.js', type: 'text/javascript; charset=utf-8', file: beside('live.js') },
  { name: 'icon.svg', type: 'image/svg+xml', file: beside('icon.svg') },
  {
    name: 'idiomorph.js',
    type: 'text/javascript; charset=utf-8',
    file: createRequire(import.meta.url).resolve('idiomorph/dist/idiomorph.esm.js'),
  },
] as const;

/** Serves the styles and scripts of the pages from memory. */
export const pageAssets: FastifyPluginCallback = (app, _options, done) => {
  for (const { name, type, file } of ASSETS) {
    const content = readFileSync(file);
    app.get(`/assets/${name}`, (_request, reply) => reply.type(type).send(content));
  }
  done();
};
