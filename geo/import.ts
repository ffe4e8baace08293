import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { LeftOut, Reach } from './graph/reach.ts'
import { readOptions } from './options.ts'
import { ImportError } from './osm/blocks.ts'
import { showProgress } from './progress.ts'
import type { ImportReport } from './region.ts'

const HELP = `Imports an OpenStreetMap extract as the region that maps, places and routes come from.

  npm run geo:import -- [file.osm.pbf] [options]
  npm run geo:import -- network.geojson --geojson [options]

  --bbox west,south,east,north   cut the region out of a larger extract, in degrees: every street that touches the
                                 box stays whole
  --name "City"                  name of the region; else the file's
  --out folder                   where it goes; else region/, which the product reads
  --geojson                      the file is a road network: lines with OpenStreetMap's tags
  --vehicle taxi|private_hire    as what your cars drive: private hire has no right to the lanes and streets that
                                 are kept for taxis and buses; default: taxi
  --taxi-may permit,bus          what local law allows your cars in addition: zones for permit holders, bus lanes
  --add file.osm.pbf             another extract of the region, such as the next county; several are possible
  --drops file.osm.pbf           an extract of a neighbour to which people are brought: only its main roads, airports
                                 and towns are imported
  --quiet                        say nothing unless it fails
  --help                         this text

Without a file it imports the one in data/. The folder is replaced as a whole at the end: a failed import leaves the
old one. Extracts: download.geofabrik.de, or a city from extract.bbbike.org, as osm.pbf.`

const RESTART = 'A stack that is running has to be started again: it reads places and routes when it starts.'

/** Runs the importer; returns the exit code. */
async function main(args: string[]): Promise<number> {
  const started = performance.now()
  try {
    const { options, help, quiet } = readOptions(args)
    if (help) {
      console.log(HELP)
      return 0
    }
    const bytes = statSync(options.input, { throwIfNoEntry: false })?.size ?? 0
    // Load the importer only now, so that invalid options are refused at once.
    const { importRegion } = await import('./region.ts')
    const { progress, end } = quiet ? { progress: () => {}, end: () => {} } : showProgress({ bytes })
    const report = await importRegion({ ...options, progress, begun: removeAtEnd }).finally(end)
    if (!quiet) console.log(summary(report, performance.now() - started))
    return 0
  } catch (error) {
    console.error(`Import failed: ${reasonOf(error)}`)
    return 1
  }
}

/** Starts a process that removes the unfinished folder when this process ends, even if it ends by Ctrl-C or `kill -9`. */
function removeAtEnd(folder: string): void {
  const program = fileURLToPath(new URL('cleaner.mjs', import.meta.url))
  const cleaner = spawn(process.execPath, [program, folder], {
    // Detach it from the terminal; otherwise Ctrl-C would end the cleaning process, too.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  // If the cleaning process cannot be started, the next import removes an unfinished folder.
  cleaner.on('error', () => {})
  cleaner.unref()
  const pipe = cleaner.stdin as Socket
  pipe.unref()
}

/** Returns the text for an error: one line for an error that the user can fix, the stack for an error in our code. */
function reasonOf(error: unknown): string {
  if (error instanceof ImportError) return error.message
  const isOption = error instanceof TypeError && 'code' in error
  if (isOption) return error.message.split('\n')[0] ?? ''
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const LEFT_OUT: Record<LeftOut, string> = {
  unconnected: 'left out: no way leads in and out',
  no_way_out: 'rides only end there: no way leads out',
  no_way_in: 'rides only begin there: no way leads in'
}

/** Returns lines about roads that are not connected with the others, and what that means. */
function gaps({ leftOut, islands }: Reach): string[] {
  const km = (length: number) => `${length.toFixed(1)} km`
  return [
    ...Object.entries(leftOut)
      .filter(([, length]) => length >= 0.05)
      .map(([why, length]) => `${km(length)} of roads, ${LEFT_OUT[why as LeftOut]}`),
    ...islands.map(
      ({ km: length, at: [lng, lat] }) =>
        `${km(length)} of streets around ${lat.toFixed(4)},${lng.toFixed(4)} are an island: rides stay within it`
    )
  ]
}

function summary({ info, counts, bytes, reach }: ImportReport, milliseconds: number): string {
  const seconds = (milliseconds / 1000).toFixed(1)
  const sizes = Object.entries(bytes).map(([file, size]) => `${file} ${(size / 1024).toFixed(0)} KB`)
  const { tiles, edges, places } = counts
  return `${info.name}: ${tiles} tiles, ${edges} road edges, ${places} places in ${seconds} s\n${[sizes.join(', '), ...gaps(reach), RESTART].join('\n')}`
}

process.exitCode = await main(process.argv.slice(2))
