import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeGraph, decodePolyline, type LatLng, Router } from '../../supabase/functions/_shared/region/mod.ts'
import type { ImportOptions } from '../options.ts'
import { importRegion } from '../region.ts'
import type { Sketch } from './extract.ts'

/** How a test drives: as which car, and from which minute of the week on. */
export interface DriveOptions extends Pick<ImportOptions, 'vehicle' | 'taxiMay'> {
  minute?: number
}

const known = new WeakMap<Sketch, Promise<Router>>()

/** Returns the router for a sketch, after a real import: writes the sketch as a PBF file, imports it and reads the graph. */
export function routerOf(sketch: Sketch, options: DriveOptions = {}): Promise<Router> {
  const router = known.get(sketch) ?? importSketch(sketch, options)
  known.set(sketch, router)
  return router
}

async function importSketch(sketch: Sketch, { vehicle, taxiMay }: DriveOptions): Promise<Router> {
  const folder = await mkdtemp(join(tmpdir(), 'hackney-sketch-'))
  try {
    const [input, out] = [join(folder, 'sketch.osm.pbf'), join(folder, 'region')]
    await writeFile(input, sketch.toPbf())
    await importRegion({ input, out, ...(vehicle && { vehicle }), ...(taxiMay && { taxiMay }) })
    return new Router(decodeGraph(new Uint8Array(await readFile(join(out, 'graph.bin'))).buffer))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the point in the middle between two nodes of a sketch. @param pair letters of the nodes, such as "AB" */
export function middleOf(sketch: Sketch, pair: string): LatLng {
  const [a, b] = [...pair].map((letter) => sketch.at(letter))
  return { lat: ((a?.lat ?? 0) + (b?.lat ?? 0)) / 2, lng: ((a?.lng ?? 0) + (b?.lng ?? 0)) / 2 }
}

/** Computes the route from the middle of one street to the middle of another. Returns the letters of the nodes on the way. */
export async function drive(sketch: Sketch, from: string, to: string, options: DriveOptions = {}): Promise<string> {
  const router = await routerOf(sketch, options)
  const { minute } = options
  const route = router.route([middleOf(sketch, from), middleOf(sketch, to)], minute === undefined ? {} : { minute })
  return decodePolyline(route?.polylinePoints ?? '')
    .map(({ lat, lng }) =>
      sketch.letters.find((letter) => {
        const at = sketch.at(letter)
        return Math.abs(at.lat - lat) < 2e-5 && Math.abs(at.lng - lng) < 2e-5
      })
    )
    .filter((letter) => letter !== undefined)
    .join('')
}
