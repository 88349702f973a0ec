import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Loaded before a process of the product: at SIGUSR2 it frees all that nothing holds and writes how many bytes are left, in the heap and outside it.
 * Not in its threads.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  // What a first collection makes free outside the heap, the next one frees.
  for (let time = 0; time < 3; time += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`held ${heapUsed + external}\n`);
});
