import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface PrismCli {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the Prism CLI on a document, on a free port. */
export async function startPrismCli(spec: string): Promise<PrismCli> {
  const child = spawn(process.execPath, ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', '-p', '0', spec], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SCARF_ANALYTICS: 'false', NO_COLOR: '1' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`the Prism CLI ended with ${code} on ${spec}`)));
  });
  return {
    port,
    close: () => {
      child.kill();
      return ended;
    },
  };
}
