import { writeFileSync } from 'node:fs';
import { buildGeneratedFiles } from './generated-files.ts';

/* `npm run client:generate`: writes the client's types after a change of the API. */
for (const { file, text } of await buildGeneratedFiles()) writeFileSync(file, text);
