import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false };

export const ResponsibleDeclarationAnswer = Type.Object(
  {
    data: Type.Object(
      {
        version: Type.String({ description: 'Version of the running engine.' }),
        date: Type.String({ format: 'date', description: 'Date of the signature.' }),
        text: Type.String({
          description: 'Title and points a) to l) of the declaration: plain text in Spanish.',
        }),
      },
      { ...closed, title: 'ResponsibleDeclaration' },
    ),
  },
  { ...closed, title: 'ResponsibleDeclarationAnswer' },
);
export type ResponsibleDeclarationAnswer = Static<typeof ResponsibleDeclarationAnswer>;
