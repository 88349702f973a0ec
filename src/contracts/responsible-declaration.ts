import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false };

export const ResponsibleDeclarationAnswer = Type.Object(
  {
    data: Type.Object(
      {
        version: Type.String({ description: 'The version of the engine that runs.' }),
        date: Type.String({ format: 'date', description: 'Day of signing.' }),
        text: Type.String({ description: 'Title and points a) to l), plain text in Spanish.' }),
      },
      { ...closed, title: 'ResponsibleDeclaration' },
    ),
  },
  { ...closed, title: 'ResponsibleDeclarationAnswer' },
);
export type ResponsibleDeclarationAnswer = Static<typeof ResponsibleDeclarationAnswer>;
