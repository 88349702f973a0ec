import { openTestRenderer } from './open-test-renderer.ts';

/* A process that opens a renderer, tells its browser's process id and waits to be killed. */
const renderer = await openTestRenderer();
process.send?.(renderer.browserPid);
