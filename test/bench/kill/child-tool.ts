import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Tool } from './tool.ts';

/** Milliseconds after which a tool that says nothing has hung, which nobody overlooks. */
const PATIENCE = 10_000;

/** A tool in a process of its own: it is sent URLs and responds to each with whether it has findings. */
export function childTool(name: string, script: string, args: readonly string[]): Tool {
  let child: ChildProcess | undefined;
  const start = () => {
    const env = { ...process.env, SCARF_ANALYTICS: 'false' };
    return fork(new URL(script, import.meta.url), [...args], { env, stdio: 'ignore', execArgv: [] });
  };
  return {
    name,
    hasFindings: async (url) => {
      child ??= start();
      const testCase = child;
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), PATIENCE);
      try {
        testCase.send(url);
        const gone = once(testCase, 'exit', { signal: silence.signal }).then(() => undefined);
        const response = once(testCase, 'message', { signal: silence.signal }).then(([said]) => said === true);
        const said = await Promise.race([response, gone]).finally(() => {
          gone.catch(() => undefined);
          response.catch(() => undefined);
        });
        if (said === undefined) child = undefined;
        return said ?? true;
      } catch (error) {
        if (!silence.signal.aborted) throw error;
        testCase.kill('SIGKILL');
        child = undefined;
        return true;
      } finally {
        clearTimeout(timer);
        silence.abort();
      }
    },
    close: async () => {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
