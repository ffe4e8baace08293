// Says whether the region folder is up to date. Free of dependencies, runs on Node 20: the setup step uses it before
// anything else is at hand.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REGION_FILES } from './leftovers.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The region that a fresh clone is set up with. */
export const DEFAULT_INPUT = join(ROOT, 'data', 'liechtenstein', 'liechtenstein-2013-08-03.osm.pbf')
export const DEFAULT_OUT = join(ROOT, 'region')

/** What decides over the importer's output: its own sources, and those it shares with the functions. */
const SOURCES = [join(ROOT, 'geo'), join(ROOT, 'supabase', 'functions', '_shared', 'geo')]

/**
 * @param {string} [input] an OSM PBF file
 * @returns {{ input_sha256: string, importer_sha256: string }}
 */
export function fingerprint(input = DEFAULT_INPUT) {
  const importer = createHash('sha256')
  for (const file of SOURCES.flatMap(sourceFiles)) {
    importer.update(`${relative(ROOT, file).split(sep).join('/')}\n`).update(readFileSync(file))
  }
  return {
    input_sha256: hashOf(input),
    importer_sha256: importer.digest('hex')
  }
}

/** Piece by piece: a file may be larger than a buffer can be. @param {string} path @returns {string} */
function hashOf(path) {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 20)
  const file = openSync(path, 'r')
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) hash.update(buffer.subarray(0, read))
  closeSync(file)
  return hash.digest('hex')
}

/**
 * @param {string} [input] an OSM PBF file
 * @param {string} [out] a region folder
 * @returns {boolean} whether `out` holds the region that importing `input` now would give
 */
export function isRegionCurrent(input = DEFAULT_INPUT, out = DEFAULT_OUT) {
  if (!REGION_FILES.every((file) => existsSync(join(out, file)))) return false
  try {
    const region = JSON.parse(readFileSync(join(out, 'region.json'), 'utf8'))
    const now = fingerprint(input)
    return region.input_sha256 === now.input_sha256 && region.importer_sha256 === now.importer_sha256
  } catch {
    return false
  }
}

/**
 * @param {string} input an OSM PBF file
 * @param {string} [out] a region folder
 * @returns {string[]} the options with which that file was imported there, to be used again; none when it was not
 */
export function optionsBefore(input, out = DEFAULT_OUT) {
  try {
    const { input_sha256, name, cut } = JSON.parse(readFileSync(join(out, 'region.json'), 'utf8'))
    if (input_sha256 !== hashOf(input)) return []
    return ['--name', name, ...(cut ? [`--bbox=${cut.join(',')}`] : [])]
  } catch {
    return []
  }
}

/** @param {string} folder @returns {string[]} */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourceFiles(path)
      return /\.(ts|mjs)$/.test(entry.name) && !/[._]test\.ts$|\.d\.m?ts$/.test(entry.name) ? [path] : []
    })
}
