import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Returns the start time of a process. PIDs are reused, so only PID and start time together identify a process. The text is
 * empty if there is no such process, and always on other systems than Linux.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the PID of the process that holds the lock; null if it has ended or has just given the lock back. */
function holder(file: string): number | null {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ')
    return isAlive(Number(pid)) && startOf(Number(pid)) === start ? Number(pid) : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/**
 * Takes a lock by creating its file. The lock of a process that has ended is taken over.
 *
 * @returns The function that gives the lock back, or the PID of the process that holds it.
 * @throws Error if the file cannot be written.
 */
export function tryLock(file: string): (() => void) | number {
  const content = `${process.pid} ${startOf(process.pid)}`
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = holder(file)
      if (pid !== null) return pid
      rmSync(file, { force: true })
    }
  }
}
