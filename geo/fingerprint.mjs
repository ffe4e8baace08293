// Tells whether the region folder is up to date. This file has no dependencies and runs on Node 20, because `scripts/setup.mjs`
// uses it before anything is installed.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REGION_FILES, SOURCE_FILE } from './leftovers.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The map file from which a fresh clone imports its region. */
export const DEFAULT_INPUT = join(ROOT, 'data', 'liechtenstein', 'liechtenstein-2013-08-03.osm.pbf')
export const DEFAULT_OUT = join(ROOT, 'region')

/** Folders whose sources determine what an import writes: the importer, and the code that it shares with the edge functions. */
const SHARED = join(ROOT, 'supabase', 'functions', '_shared', 'region')
const SOURCES = [join(ROOT, 'geo'), ...['geometry', 'routing', 'places'].map((folder) => join(SHARED, folder))]
/** Sources of the live map's style: the importer draws still pictures of the map in this style. */
const STYLE = ['style.ts', 'palette.ts'].map((file) => join(ROOT, 'src', 'components', 'map', file))

/**
 * Returns hashes of the input and of the importer. @param {string} [input] an OSM PBF file @returns {{ input_sha256: string,
 * importer_sha256: string }}
 */
export function fingerprint(input = DEFAULT_INPUT) {
  return { input_sha256: hashOf(input), importer_sha256: hashOfImporter() }
}

/** Returns a hash of the importer's sources. @returns {string} */
function hashOfImporter() {
  const importer = createHash('sha256')
  for (const file of [...SOURCES.flatMap(sourceFiles), ...STYLE]) {
    importer.update(`${relative(ROOT, file).split(sep).join('/')}\n`).update(readFileSync(file))
  }
  return importer.digest('hex')
}

/**
 * Returns the hash of a file, which is read in pieces because it may be larger than a buffer.
 *
 * @param {string} path @returns {string}
 */
function hashOf(path) {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 20)
  const file = openSync(path, 'r')
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) hash.update(buffer.subarray(0, read))
  closeSync(file)
  return hash.digest('hex')
}

/**
 * @param {string} [input] an OSM PBF file or a road network
 * @param {string} [out] a region folder
 * @returns {boolean} whether `out` holds the region that importing `input` now would give
 */
export function isRegionCurrent(input = DEFAULT_INPUT, out = DEFAULT_OUT) {
  const region = readRegion(out)
  return region?.importer_sha256 === hashOfImporter() && region.input_sha256 === hashOf(input)
}

/**
 * @param {string} input an OSM PBF file or a road network
 * @param {string} [out] a region folder
 * @returns {string[]} the options with which `input` was imported into `out`, for repeating the import; default: the format
 */
export function optionsBefore(input, out = DEFAULT_OUT) {
  const region = readRegion(out)
  const isSame = region !== null && region.input_sha256 === hashOf(input)
  if (isSame && region.source?.options) return region.source.options
  const isNetwork = isSame && region.source ? region.source.format === 'geojson' : /json$/i.test(input)
  const options = isNetwork ? ['--geojson'] : []
  if (!isSame) return options
  // A region of an earlier version of the importer.
  return [...options, `--name=${region.name}`, ...(region.cut ? [`--bbox=${region.cut.join(',')}`] : [])]
}

/**
 * Returns what a script that uses the region has to do first: import the file `input`, print the message `say`, or nothing. A
 * region that was imported from another file than the repository's is kept until another file is requested.
 *
 * @param {{ asked?: string | undefined, out?: string }} [options] `asked`: the file whose region is wanted
 * @returns {{ input?: string, say?: string }}
 */
export function planRegion({ asked, out = DEFAULT_OUT } = {}) {
  if (asked) return isRegionCurrent(asked, out) ? {} : { input: asked }
  const region = readRegion(out)
  if (!region || isDefault(region)) {
    return isRegionCurrent(DEFAULT_INPUT, out) ? {} : { input: DEFAULT_INPUT }
  }
  if (region.importer_sha256 === hashOfImporter()) return {}
  const input = region.source?.input
  if (input && existsSync(input) && hashOf(input) === region.input_sha256) return { input }
  const reason = input ? `${input} has changed or is gone` : 'it does not say from which file'
  return { say: `the region ${region.name} is of another version of the importer, and ${reason}: import it again` }
}

/**
 * @param {string} [out] a region folder
 * @returns {string | null} why the tests, which need the repository's region, cannot run on this one; null if they can
 */
export function whyNoTests(out = DEFAULT_OUT) {
  const region = readRegion(out)
  if (!region || (isDefault(region) && !region.cut)) return null
  return `tests and measurements need the repository's region, and ${out} holds ${region.name}: move it away, and back afterwards`
}

/**
 * Whether a region was imported from the repository's file; also true for an earlier version of the file, or a clone at another
 * path. @param {any} region @returns {boolean}
 */
function isDefault({ source, input_sha256 }) {
  return dirname(source?.input ?? '') === dirname(DEFAULT_INPUT) || input_sha256 === hashOf(DEFAULT_INPUT)
}

/** @param {string} out a region folder @returns {any} the contents of region.json, with its source; null without a region */
function readRegion(out) {
  if (!REGION_FILES.every((file) => existsSync(join(out, file)))) return null
  const region = readJson(join(out, 'region.json'))
  return region && { ...region, source: readJson(join(out, SOURCE_FILE)) }
}

/** Reads a JSON file. @param {string} path @returns {any} null if it does not exist */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The source files in a folder. @param {string} folder @returns {string[]} */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourceFiles(path)
      return /\.(ts|mjs)$/.test(entry.name) && !/[._]test\.ts$|\.d\.m?ts$/.test(entry.name) ? [path] : []
    })
}
