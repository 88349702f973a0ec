import { openTestRenderer } from './open-test-renderer.ts';

/*
 * A process that opens a renderer, sends the process id of its browser to its parent and waits to
 * be killed.
 */
const renderer = await openTestRenderer();
process.send?.(renderer.browserPid);
