/** The part of SaxonJS that the tests use; the package has no declarations. */
declare module 'saxon-js' {
  const SaxonJS: {
    transform(
      options: {
        readonly stylesheetInternal: object;
        readonly sourceText: string;
        readonly destination: 'serialized';
      },
      execution: 'sync',
    ): { readonly principalResult: string };
  };
  export default SaxonJS;
}
