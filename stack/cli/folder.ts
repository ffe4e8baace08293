import { accessSync, chmodSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import { tryLock } from '../lock.ts'

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
  const lock = tryLock(join(folder, 'lock'))
  if (typeof lock === 'function') return lock
  throw new Failure(
    `The folder ${folder} is in use by process ${lock}.`,
    'Stop that one, or give another folder with `--data=DIR`.'
  )
}
