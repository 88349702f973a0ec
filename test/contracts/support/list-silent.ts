export type Described = {
  description?: string;
  $ref?: string;
  properties?: Record<string, Described>;
  items?: Described;
};

/**
 * Lists the paths of members without a description. A referenced schema is described where it is
 * defined.
 */
export function listSilent({ properties = {}, items }: Described, path: string): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description || member.$ref ? [] : [`${path}.${name}`]),
      ...listSilent(member, `${path}.${name}`),
    ]),
    ...(items ? listSilent(items, `${path}[]`) : []),
  ];
}
