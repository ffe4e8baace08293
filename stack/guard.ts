const script = (signal: string): string =>
  `exec 3<&0; (cat <&3 >/dev/null; kill -${signal} $$) 2>/dev/null & exec "$0" "$@" </dev/null 3<&-`

/**
 * Returns a command line that runs `command` under a guard process. The guard sends `signal` to the command when the pipe on
 * standard input closes. The pipe closes whenever the stack ends, even by a crash. The command keeps the process id, so signals
 * and exit codes are the command's own. Spawn the command line with `stdin: 'pipe'`, and destroy the pipe when the command has
 * ended.
 *
 * @returns The program and its arguments, for `spawn`.
 */
export function guarded(command: string, args: readonly string[], signal: 'INT' | 'KILL'): [string, string[]] {
  // Windows has no such shell, so run the command without a guard. There, a command can outlive a crash of the stack. The next
  // start ends at least the database server.
  if (process.platform === 'win32') return [command, [...args]]
  return ['/bin/sh', ['-c', script(signal), command, ...args]]
}
