import { syncBuiltinESMExports } from 'node:module';
import fs from 'node:fs';

/*
 * Preloaded into a program: records the files that it syncs and renames, in that order, in the file
 * that RECORDED_FILES names. The program kills itself before a rename whose target matches DIE_AT.
 */
const { RECORDED_FILES: notes = '', DIE_AT: fatal } = process.env;
const { appendFileSync, readlinkSync } = fs;
const note = (what: string, file: string) => appendFileSync(notes, `${what} ${file}\n`);
const nameOf = (descriptor: number) => readlinkSync(`/proc/self/fd/${descriptor}`);

const { fsync } = fs;
fs.fsync = ((descriptor: number, done: fs.NoParamCallback) => {
  note('sync', nameOf(descriptor));
  fsync(descriptor, done);
}) as typeof fs.fsync;

const { rename, open } = fs.promises;
fs.promises.rename = async (from, to) => {
  if (fatal !== undefined && new RegExp(fatal).test(String(to))) process.kill(process.pid, 'SIGKILL');
  note('rename', String(to));
  await rename(from, to);
};
fs.promises.open = async (...args) => {
  const handle = await open(...args);
  const sync = handle.sync.bind(handle);
  handle.sync = async () => {
    note('sync', nameOf(handle.fd));
    await sync();
  };
  return handle;
};
syncBuiltinESMExports();
