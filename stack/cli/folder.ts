import { accessSync, chmodSync, constants, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.ts'

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

/** Returns the PID of the process that has locked the data folder; null if this process has ended. */
function holder(file: string): number | null {
  const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ')
  return isAlive(Number(pid)) && startOf(Number(pid)) === start ? Number(pid) : null
}

/**
 * Sets a folder's permissions so that other users cannot list it, because it contains keys. If the stack runs as root,
 * PostgreSQL runs as another user. That user must be able to enter the folder to reach the database's files.
 */
function close(folder: string): void {
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, isRoot ? statSync(folder).mode & 0o711 : 0o700)
}

/**
 * Creates the data folder if needed and locks it until the returned function is called. Two processes that use one folder would
 * destroy the database.
 *
 * @throws Failure if the folder cannot be written or is in use.
 */
export function claimFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true })
    close(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    writeFileSync(join(folder, '.writable'), '')
    rmSync(join(folder, '.writable'))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new Failure(`The folder ${folder} cannot be written (${reason}).`, 'Give another with `--data=DIR`.')
  }
  const file = join(folder, 'lock')
  const content = `${process.pid} ${startOf(process.pid)}`
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = holder(file)
      if (pid !== null) {
        throw new Failure(
          `The folder ${folder} is in use by process ${pid}.`,
          'Stop that one, or give another folder with `--data=DIR`.'
        )
      }
      rmSync(file, { force: true })
    }
  }
}
