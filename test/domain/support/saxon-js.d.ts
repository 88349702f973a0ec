/** The part of SaxonJS that the tests use; the package has no declarations. */
declare module 'saxon-js' {
  const SaxonJS: {
    transform(
      options: {
        readonly stylesheetInternal: object;
        readonly sourceText: string;
        readonly destination: 'serialized';
        readonly documentPool: Readonly<Record<string, object>>;
      },
      execution: 'sync',
    ): { readonly principalResult: string };
    readonly XPath: {
      evaluate(
        expression: string,
        context: null,
        options: { readonly params: Readonly<Record<string, string>> },
      ): object;
    };
  };
  export default SaxonJS;
}
