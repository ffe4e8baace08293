import { parseArgs } from 'node:util'
import { DEFAULT_INPUT, DEFAULT_OUT } from './fingerprint.mjs'
import { ImportError } from './osm/blocks.ts'
import { importRegion } from './region.ts'

const HELP = `Imports an OpenStreetMap extract as the region that maps, places and routes come from.

  npm run geo:import -- [file.osm.pbf] [--out region] [--name "City"]
  npm run geo:import -- network.geojson --geojson [--out region] [--name "City"]

Without a file it imports the one in data/. --geojson reads a road network: lines with OpenStreetMap's tags.`

/** Runs the importer; answers the exit code. */
async function main(args: string[]): Promise<number> {
  const started = performance.now()
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        name: { type: 'string' },
        geojson: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' }
      }
    })
    if (values.help) {
      console.log(HELP)
      return 0
    }
    if (positionals.length > 1) throw new ImportError(`one file at a time, not ${positionals.length}`)
    const { info, counts, bytes } = await importRegion({
      input: positionals[0] ?? DEFAULT_INPUT,
      out: values.out ?? DEFAULT_OUT,
      ...(values.name && { name: values.name }),
      ...(values.geojson && { format: 'geojson' })
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const sizes = Object.entries(bytes).map(([file, size]) => `${file} ${(size / 1024).toFixed(0)} KB`)
    console.log(
      `${info.name}: ${counts.tiles} tiles, ${counts.edges} road edges, ${counts.places} places in ${seconds} s`
    )
    console.log(sizes.join(', '))
    return 0
  } catch (error) {
    const isOurs = error instanceof ImportError || (error instanceof TypeError && 'code' in error)
    console.error(`Import failed: ${isOurs ? (error as Error).message : error instanceof Error ? error.stack : error}`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
