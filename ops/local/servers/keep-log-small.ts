import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

export type LogLimits = {
  /** The largest size of the current log. */
  readonly maxBytes: number;
  /** The number of older logs that are kept. */
  readonly kept: number;
  readonly everyMs: number;
};

const LIMITS: LogLimits = { maxBytes: 20 * 1024 * 1024, kept: 3, everyMs: 5000 };
const PIECE = 1024 * 1024;

/**
 * Checks the size of a log periodically. If it is too large, moves its content to `….1.log`, and
 * the previous one to `….2.log`. Writers must append (O_APPEND). The file stays the same, so they
 * need neither this process nor a signal.
 */
export function keepLogSmall(log: string, limits: LogLimits = LIMITS): Disposable {
  const timer = setInterval(() => {
    try {
      const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
      if (size > limits.maxBytes) moveContent(log, limits.kept);
    } catch {
      // The disk is full or the log was removed. The next check tries again.
    }
  }, limits.everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Copies the log, then truncates it. If this process is killed in between, lines are duplicated but
 * none is lost. Lines that are written meanwhile are copied too, up to the moment of truncating.
 */
function moveContent(log: string, kept: number): void {
  const unfinished = `${log}.unfinished`;
  const source = openSync(log, 'r+');
  const target = openSync(unfinished, 'w', 0o600);
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    let at = copyRest(source, target, piece, 0);
    for (let number = kept; number > 1; number -= 1) move(nameOlder(log, number - 1), nameOlder(log, number));
    renameSync(unfinished, nameOlder(log, 1));
    do at = copyRest(source, target, piece, at);
    while (fstatSync(source).size > at);
    ftruncateSync(source, 0);
  } finally {
    closeSync(source);
    closeSync(target);
    rmSync(unfinished, { force: true });
  }
}

export function nameOlder(log: string, number: number): string {
  return `${log.replace(/\.log$/, '')}.${number}.log`;
}

/** Copies the rest of a file. @returns the position of its end. */
function copyRest(source: number, target: number, piece: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const count = readSync(source, piece, 0, piece.length, at);
    if (count === 0) return at;
    for (let written = 0; written < count;) written += writeSync(target, piece, written, count - written);
    at += count;
  }
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
}
