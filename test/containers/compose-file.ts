import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Service = {
  image?: string;
  pull_policy?: string;
  build?: { context: string; dockerfile: string; target: string };
  user?: string;
  command?: string[];
  container_name?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  networks?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  tmpfs?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  restart?: string;
  mem_limit?: string;
  profiles?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
};

export type Compose = {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
};

export const ROOT = new URL('../../', import.meta.url);

/** Reads the compose file with resolved merge keys, but without resolving variables. */
export function readCompose(): Compose {
  return parse(readFileSync(new URL('docker-compose.yml', ROOT), 'utf8'), { merge: true }) as Compose;
}

/** Lists the services that run the engine's images, each with the target in the Dockerfile. */
export function listEngine({ services }: Compose): [name: string, service: Service, target: string][] {
  return Object.entries(services).flatMap(([name, service]) => {
    const [, target] = /^invoice-batch-engine-(\w+):/.exec(service.image ?? '') ?? [];
    return target === undefined ? [] : [[name, service, target]];
  });
}

/** Returns the arguments of node in a command: the flags and the script. */
export function readScript(command: readonly string[] = []): {
  flags: string[];
  script: string;
  args: string[];
} {
  const [program, ...args] = command;
  const position = args.findIndex((arg) => !arg.startsWith('--'));
  if (program !== 'node' || position === -1) throw new Error(`No script of node: ${command.join(' ')}`);
  return { flags: args.slice(0, position), script: args[position]!, args: args.slice(position + 1) };
}

export type Stage = { name: string; base: string; instructions: { name: string; text: string }[] };

/**
 * Reads the stages of the Dockerfile with their instructions, with joined lines and without
 * comments.
 */
export function readStages(): Stage[] {
  const text = readFileSync(new URL('ops/docker/Dockerfile', ROOT), 'utf8');
  const joined = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  const stages: Stage[] = [];
  for (const line of joined.split('\n').filter(Boolean)) {
    const [name = '', ...rest] = line.split(' ');
    const [base = '', , stage = ''] = rest;
    if (name === 'FROM') stages.push({ name: stage, base, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text: rest.join(' ') });
  }
  return stages;
}

/**
 * Lists the files that an image gets from the build context, through the stage with the sources.
 */
export function readCopied(target: string): string[] {
  const copies = readInstructions(target, 'COPY');
  const own = (texts: readonly string[]) =>
    texts.filter((text) => !text.startsWith('--from=')).flatMap((text) => text.split(' ').slice(0, -1));
  const others = copies.flatMap((text) => /^--from=(\w+) \/app \.\/$/.exec(text)?.[1] ?? []);
  return [copies, ...others.map((stage) => readInstructions(stage, 'COPY'))].flatMap(own);
}

/** Lists the uses of an instruction in a stage and the stages that it builds on, in order. */
export function readInstructions(stageName: string, name: string): string[] {
  const stages = readStages();
  const stage = stages.find((candidate) => candidate.name === stageName);
  if (stage === undefined) return [];
  const own = stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
  return [...readInstructions(stage.base, name), ...own];
}
