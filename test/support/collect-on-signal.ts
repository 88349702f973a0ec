import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Preloaded into a process of the product. At SIGUSR2 it collects garbage and writes how many bytes
 * are still in use, on the heap and outside it. The worker threads of the process are not included.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  // Memory outside the heap that the first collection releases is freed by the second one.
  for (let time = 0; time < 3; time += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`held ${heapUsed + external}\n`);
});
