const script = (signal: string): string =>
  `exec 3<&0; (cat <&3 >/dev/null; kill -${signal} $$) 2>/dev/null & exec "$0" "$@" </dev/null 3<&-`

/**
 * A command line that runs `command` under a guard: when the pipe on its standard input closes, because the stack
 * ended in any way, the process gets a signal. It keeps the process id, so signals and exit codes are its own.
 * Spawn it with `stdin: 'pipe'`, and destroy the pipe when it has ended.
 *
 * @returns The program and its arguments, for `spawn`.
 */
export function guarded(command: string, args: readonly string[], signal: 'INT' | 'KILL'): [string, string[]] {
  // Windows has no such shell; an orphan there ends at the next start.
  if (process.platform === 'win32') return [command, [...args]]
  return ['/bin/sh', ['-c', script(signal), command, ...args]]
}
