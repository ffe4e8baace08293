import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEFAULT_INPUT, optionsBefore, planRegion } from '../../geo/fingerprint.mjs'
import { bringBack } from '../../geo/leftovers.mjs'
import { Failure } from '../failure.ts'
import type { Log } from '../types.ts'
import type { Options } from './args.ts'
import { regionName } from './firm.ts'
import { askOnTerminal, hasTerminal } from './terminal.ts'

/** The word for the demo's own extract, with which one can try a firm before one has a file. */
export const tryWord = 'try'

const where = 'Extracts of any country: download.geofabrik.de; of a city: extract.bbbike.org (as .osm.pbf).'

/** Returns the absolute path of the extract that a person named. */
function find(named: string): string {
  const path = named === tryWord ? DEFAULT_INPUT : resolve(named)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Failure(`There is no file ${path}.`, `Give an OpenStreetMap extract. ${where}`)
  if (stats.isDirectory())
    throw new Failure(`${path} is a folder.`, 'Give the extract itself, a file that ends in .osm.pbf.')
  return path
}

/** Asks on the terminal which extract the firm's map comes from. */
async function ask(): Promise<string> {
  if (!hasTerminal()) {
    throw new Failure(
      'A firm needs the map of its town.',
      `Add \`--extract=FILE.osm.pbf\`, or \`--extract=${tryWord}\`.`
    )
  }
  process.stderr.write(`\nThe map of your town comes from an OpenStreetMap extract. ${where}\n`)
  return askOnTerminal(`File (Enter: the demo's region, to try): `, (answer) => {
    // A terminal pastes a dropped file with quotes or escaped spaces.
    const named = answer.replace(/^(['"])(.*)\1$/, '$2').replace(/\\ /g, ' ')
    if (named === '') return find(tryWord)
    if (existsSync(named)) return find(named)
    process.stderr.write(`There is no file ${resolve(named)}.\n`)
    return undefined
  })
}

/**
 * Brings a firm's map region up to date: imports the extract that was named, asks for one if there is no region yet, and imports
 * the same file again after an update of the importer. A failed import leaves the old region.
 *
 * @throws Failure if there is no extract, or it cannot be imported. The importer has then said why.
 */
export async function bringRegion(root: string, options: Options, log: Log): Promise<void> {
  const { region: out, extract } = options
  bringBack(out)
  const named = extract === undefined ? undefined : find(extract)
  const isNew = regionName(out) === null
  const { input, say } = planRegion({ asked: named ?? (isNew ? await ask() : undefined), out })
  if (say) log.warn('region.old', { reason: say, remedy: 'start with --extract=FILE' })
  if (!input) return
  const asJson = options.logFormat === 'json'
  const args = [join(root, 'geo/import.ts'), input, '--out', out, ...optionsBefore(input, out)]
  // Its progress goes where the questions go: standard output is for programs.
  const child = spawn(process.execPath, ['--max-semi-space-size=4', ...args, ...(asJson ? ['--quiet'] : [])], {
    stdio: ['ignore', 2, 2]
  })
  const [code] = await once(child, 'exit')
  if (code === 0) return log.info('region.imported', { name: regionName(out) })
  throw new Failure(
    'The map of your town could not be made (see above); nothing else was changed.',
    `Give another file with \`--extract=FILE\`. ${where}`
  )
}
