import type { FastifyPluginAsync } from 'fastify';
import { apiError } from '../../contracts/api-error.ts';
import { ResponsibleDeclarationAnswer } from '../../contracts/responsible-declaration.ts';
import { findDeclaration } from '../../platform/process/declarations.ts';
import { findProducer, VERSION } from '../../platform/config/software.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, documentErrors } from '../documentation/describe-answers.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * GET /responsible_declaration of each version: the producer's declaración responsable, readable
 * inside the product (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15).
 */
export const responsibleDeclarationRoute: FastifyPluginAsync<Dependencies> = async (
  app,
  { orm, environment },
) => {
  app.get(
    '/responsible_declaration',
    {
      config: { right: null },
      schema: {
        operationId: 'getResponsibleDeclaration',
        summary: 'Get the declaración responsable',
        description:
          "Returns the producer's declaración responsable for the running version (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15). The text of a version never changes once that version has run. Every session can read it.",
        tags: ['Invoices'],
        response: {
          200: describeAnswer('The declaration', ResponsibleDeclarationAnswer),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (): Promise<ResponsibleDeclarationAnswer> => {
      const stored = await findDeclaration(orm.em.fork(), VERSION);
      if (stored === null) {
        const producer = findProducer(environment);
        const reason = 'missing' in producer ? producer.missing : formatMessage('no_producer');
        throw apiError('no_declaration', { version: VERSION, reason });
      }
      const { date, text } = stored;
      return { data: { version: stored.version, date, text } };
    },
  );
};
