import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_INPUT, DEFAULT_OUT } from './fingerprint.mjs'
import { RIGHTS, type Right, VEHICLES, type Vehicle } from './graph/vehicles.ts'
import { ImportError } from './osm/blocks.ts'
import { type Box, parseBox } from './osm/box.ts'

export type Phase = 'reading' | 'roads' | 'places' | 'map'

export interface ImportOptions {
  input: string
  out: string
  /** Name of the region; default: made from the file's name. */
  name?: string
  /** Box that cuts out a region: only streets, buildings and areas that touch it are imported. Default: the whole file. */
  box?: Box
  /** Format of the input: `pbf` is an OSM PBF file (default), `geojson` a network of roads only. */
  format?: 'pbf' | 'geojson'
  /** As what the firm's cars drive. Default: taxis. */
  vehicle?: Vehicle
  /** What local law allows them in addition. Default: nothing. */
  taxiMay?: readonly Right[]
  /** Further extracts of the region, such as the next county. */
  added?: readonly string[]
  /** Extracts of neighbours to which people are brought: only their main roads, airports and towns are imported. */
  drops?: readonly string[]
  /** Called at the start with the path of the unfinished folder, which exists until the end of the import. */
  begun?: (folder: string) => void
  /** Called with the finished share of a phase, 0 to 1. */
  progress?: (phase: Phase, share: number) => void
}

/** What shapes a region, apart from its file. The next automatic import uses the same. */
type Shape = Pick<ImportOptions, 'format' | 'name' | 'box' | 'vehicle' | 'taxiMay' | 'added' | 'drops'>

/** An option of the command line that shapes a region: how its value is read, and written for the next import. */
interface ShapeOption {
  type: 'string' | 'boolean'
  /** Whether the option may be given several times. */
  multiple?: boolean
  read(values: readonly string[]): Shape
  /** Returns the values; none if the option was not given. A flag has the value ''. */
  write(shape: Shape): readonly string[]
}

const SHAPE: Record<string, ShapeOption> = {
  geojson: {
    type: 'boolean',
    read: () => ({ format: 'geojson' }),
    write: ({ format }) => (format === 'geojson' ? [''] : [])
  },
  name: {
    type: 'string',
    read: ([value = '']) => ({ name: checkName(value) }),
    write: ({ name }) => (name === undefined ? [] : [name])
  },
  bbox: {
    type: 'string',
    read: ([value = '']) => ({ box: parseBox(value) }),
    write: ({ box }) => (box ? [box.join(',')] : [])
  },
  vehicle: {
    type: 'string',
    read: ([value = '']) => ({ vehicle: wordOf('--vehicle', value, VEHICLES) }),
    write: ({ vehicle }) => (vehicle ? [vehicle] : [])
  },
  'taxi-may': {
    type: 'string',
    read: ([value = '']) => ({ taxiMay: value.split(',').map((word) => wordOf('--taxi-may', word.trim(), RIGHTS)) }),
    write: ({ taxiMay }) => (taxiMay ? [taxiMay.join(',')] : [])
  },
  add: {
    type: 'string',
    multiple: true,
    read: (values) => ({ added: values.map((file) => resolve(file)) }),
    write: ({ added }) => added ?? []
  },
  drops: {
    type: 'string',
    multiple: true,
    read: (values) => ({ drops: values.map((file) => resolve(file)) }),
    write: ({ drops }) => drops ?? []
  }
}

/** Reads the arguments of the command line. @throws {ImportError} or a TypeError of `parseArgs` if they are wrong */
export function readOptions(args: string[]): { options: ImportOptions; help: boolean; quiet: boolean } {
  const shape = Object.fromEntries(
    Object.entries(SHAPE).map(([name, { type, multiple = false }]) => [name, { type, multiple }])
  )
  const { values, positionals } = parseArgs({
    args: joinBox(args),
    allowPositionals: true,
    options: {
      ...shape,
      out: { type: 'string' },
      quiet: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' }
    }
  })
  if (positionals.length > 1)
    throw new ImportError(`one file comes first, not ${positionals.length}: name the others with --add`)
  const given: Record<string, string | boolean | (string | boolean)[] | undefined> = values
  const options: ImportOptions = { input: positionals[0] ?? DEFAULT_INPUT, out: values.out ?? DEFAULT_OUT }
  for (const [name, { read }] of Object.entries(SHAPE)) {
    const value = given[name]
    if (value !== undefined) Object.assign(options, read([value].flat().map(String)))
  }
  return { options, help: values.help ?? false, quiet: values.quiet ?? false }
}

/** Returns the arguments that give a region the same shape again. */
export function argumentsOf(shape: Shape): string[] {
  return Object.entries(SHAPE).flatMap(([name, { type, write }]) => {
    return write(shape).map((value) => (type === 'boolean' ? `--${name}` : `--${name}=${value}`))
  })
}

/** Returns a word of an option. @throws {ImportError} that lists the words, if it is none of them */
function wordOf<Word extends string>(option: string, word: string, words: readonly Word[]): Word {
  const found = words.find((one) => one === word)
  if (!found) throw new ImportError(`${option} is ${words.join(' or ')}, not "${word}"`)
  return found
}

function checkName(name: string): string {
  if (name.trim() === '') throw new ImportError('--name is empty: leave it out, or give the region a name')
  if (/\p{Cc}/u.test(name)) throw new ImportError('--name holds a control character, such as the end of a line')
  return name
}

/**
 * Joins the option `--bbox` and its value: "--bbox -0.5,51" becomes "--bbox=-0.5,51". A box west of Greenwich begins with a
 * minus, which `parseArgs` would take for an option.
 */
function joinBox(args: string[]): string[] {
  const at = args.indexOf('--bbox')
  const box = args[at + 1]
  return at >= 0 && box !== undefined && /^-[\d.]/.test(box) ? args.toSpliced(at, 2, `--bbox=${box}`) : args
}
