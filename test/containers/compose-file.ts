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

/** The compose file as Docker reads it, merge keys resolved, variables not yet. */
export function readCompose(): Compose {
  return parse(readFileSync(new URL('docker-compose.yml', ROOT), 'utf8'), { merge: true }) as Compose;
}

/** The services that run our images, each with the image's target in the Dockerfile. */
export function listEngine({ services }: Compose): [name: string, service: Service, target: string][] {
  return Object.entries(services).flatMap(([name, service]) => {
    const [, target] = /^invoice-batch-engine-(\w+):/.exec(service.image ?? '') ?? [];
    return target === undefined ? [] : [[name, service, target]];
  });
}

/** The arguments that node gets of a command, up to its script: flags, then the script. */
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

/** The stages of the Dockerfile with their instructions, continued lines joined, comments left out. */
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

/** What the build context gives to an image, by way of the stage with the sources. */
export function readCopied(target: string): string[] {
  const copies = readInstructions(target, 'COPY');
  const own = (texts: readonly string[]) =>
    texts.filter((text) => !text.startsWith('--from=')).flatMap((text) => text.split(' ').slice(0, -1));
  const others = copies.flatMap((text) => /^--from=(\w+) \/app \.\/$/.exec(text)?.[1] ?? []);
  return [copies, ...others.map((stage) => readInstructions(stage, 'COPY'))].flatMap(own);
}

/** What a stage has of an instruction, from the stages that it builds on too, in the order they are run. */
export function readInstructions(stageName: string, name: string): string[] {
  const stages = readStages();
  const stage = stages.find((candidate) => candidate.name === stageName);
  if (stage === undefined) return [];
  const own = stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
  return [...readInstructions(stage.base, name), ...own];
}
