// Handles what a killed import left beside the region folder: `.region.<pid>.new`, the folder that it was writing,
// `.region.<pid>.old`, the folder that it was replacing, and `.region.lock`, which keeps other imports out. This file has no
// dependencies and runs on Node 20, because `npm run setup` uses it, too.
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const REGION_FILES = ['tiles.pmtiles', 'graph.bin', 'places.json', 'region.json']

/** Files with still pictures of the map. A region of an older importer has none. */
export const STILL_FILES = ['still-light.svg', 'still-dark.svg']

/** File with what the map says about its town, for the set-up. A region of an older importer has none. */
export const TOWN_FILE = 'town.json'

/** File that names the region's source, for the next import. It is not served, because it contains a path on the server. */
export const SOURCE_FILE = '.source.json'

/** All files that the importer writes into a folder. It never removes other files. */
const OWN_FILES = [...REGION_FILES, ...STILL_FILES, TOWN_FILE, SOURCE_FILE, 'tiles.pmtiles.spool']

/** Finds a file in a folder that the importer has not written. @param {string} folder @returns {string | undefined} its name */
export function foreignIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.find((entry) => entry.isDirectory() || !OWN_FILES.includes(entry.name))?.name
}

/**
 * Restores a region folder that is still named `.old`, because the importer was killed before it renamed the new folder.
 *
 * @param {string} target absolute path of a region folder
 */
export function bringBack(target) {
  if (existsSync(target)) return
  const left = leftovers(target, 'old').find((path) => REGION_FILES.every((file) => existsSync(join(path, file))))
  if (left) renameSync(left, target)
}

/**
 * Removes the folders that killed imports left. Ignores files that cannot be removed: the import must not fail because of them.
 *
 * @param {string} target absolute path of a region folder
 */
export function removeLeftovers(target) {
  for (const path of [...leftovers(target, 'new'), ...leftovers(target, 'old')]) removeRegion(path)
}

/** Removes the importer's files and then the folder, unless it contains other files. @param {string} folder */
export function removeRegion(folder) {
  try {
    chmodSync(folder, 0o755)
    for (const file of OWN_FILES) rmSync(join(folder, file), { force: true })
    rmdirSync(folder)
  } catch {}
}

/**
 * Removes the lock of an import, after its unfinished folder. @param {string} folder
 */
export function removeLock(folder) {
  const [, name, pid] = /^(\..+)\.(\d+)\.new$/.exec(basename(folder)) ?? []
  const lock = join(dirname(folder), `${name}.lock`)
  if (existsSync(lock) && readFileSync(lock, 'utf8') === pid) rmSync(lock, { force: true })
}

/**
 * Finds the folders that killed imports left beside a region folder.
 *
 * @param {string} target path of the region folder
 * @param {'new' | 'old'} kind
 * @returns {string[]} their paths
 */
function leftovers(target, kind) {
  const folder = dirname(target)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => {
      const [, name, pid] = /^\.(.+)\.(\d+)\.(?:new|old)$/.exec(file) ?? []
      return name === basename(target) && file.endsWith(kind) && !isRunning(Number(pid))
    })
    .map((file) => join(folder, file))
}

/**
 * Whether another process is running that wrote a folder or a lock. PIDs are reused: a folder with our own PID is from an
 * earlier process.
 *
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(/** @type {number} */ pid) {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
