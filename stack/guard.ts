const script = (signal: string): string =>
  `exec 3<&0; (cat <&3 >/dev/null; kill -${signal} $$) 2>/dev/null & exec "$0" "$@" </dev/null 3<&-`

/**
 * A command line that runs `command` under a guard: when the pipe on its standard input closes, because the stack ended in any
 * way, the process gets a signal. The command keeps its process id, so signals and exit codes are the command's own. Spawn it
 * with `stdin: 'pipe'`, and destroy the pipe when the command has ended.
 *
 * @returns The program and its arguments, for `spawn`.
 */
export function guarded(command: string, args: readonly string[], signal: 'INT' | 'KILL'): [string, string[]] {
  // On Windows there is no such shell, so run without a guard; an orphan ends at the next start of the stack.
  if (process.platform === 'win32') return [command, [...args]]
  return ['/bin/sh', ['-c', script(signal), command, ...args]]
}
