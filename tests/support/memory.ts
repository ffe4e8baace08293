import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../stack/testing/ports.ts'

const MEMORY = '/dev/shm'
/** Required free space in bytes: twice what a whole run needs at once. */
const NEEDED = 8 * 2 ** 30
const PREFIX = 'hackney-run-'

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return process.platform === 'linux' && Math.min(bavail * bsize, process.availableMemory()) >= NEEDED
  } catch {
    return false
  }
}

/** Removes folders of killed runs, which would occupy memory until the machine restarts. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : Number.NaN)
    if (pid > 0 && !isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

/**
 * Keeps this run's databases in memory if there is room, unless HACKNEY_TEST_FOLDER names another place: writing, reading and
 * removing them on a disk takes as much CPU time as PostgreSQL itself. Acknowledged writes survive a killed process in memory,
 * too. Other files stay on disk, because Deno refuses to use files in /dev.
 */
export function keepInMemory(): void {
  if (process.env.HACKNEY_TEST_FOLDER || !hasRoom()) return
  removeLeftovers()
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
  // Give access to other users, since PostgreSQL may run as one.
  chmodSync(folder, 0o755)
  process.env.HACKNEY_TEST_FOLDER = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
