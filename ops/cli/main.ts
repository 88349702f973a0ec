/*
 * The path of the command line in release 1.0, which deployments and scheduled commands may name.
 */
await import('../../src/cli/main.ts');
