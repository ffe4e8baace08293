import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  decodeGraph,
  decodePolyline,
  distance,
  type LatLng,
  type PlacesFile,
  Router
} from '../supabase/functions/_shared/region/mod.ts'

/** A place where rides begin or end. */
export interface Place extends LatLng {
  name: string
}

/** A route on the roads: its course, length and driving time. */
export interface Way {
  line: LatLng[]
  metres: number
  seconds: number
}

/** The map region, as simulated people need it. */
export interface World {
  /** Places where rides begin and end. */
  places: Place[]
  /** Places where drivers wait: first the centre of the region, then towns that are far from one another. */
  stands: LatLng[]
  /** Returns the quickest route along stops; null if there is none. */
  way(stops: readonly LatLng[]): Way | null
}

/** Kinds of places that are not used: they are too vague for a destination, or usually not at a road. */
const unfit = new Set(['locality', 'street', 'peak', 'ruins', 'viewpoint', 'information', 'alpine_hut', 'picnic_site'])
/** Only places that are at most this far from a road (m) are used. */
const AT_THE_DOOR = 60
const STANDS = 6
/** Stands are at most this far from the centre (m): drivers farther out would get no offers. */
const REACH = 9000

/** Chooses the stands: the centre, then one by one the town that is farthest from all stands chosen so far. */
function chooseStands(center: LatLng, towns: LatLng[]): LatLng[] {
  const stands = [center]
  const left = towns.filter((town) => distance(center, town) < REACH)
  while (stands.length < STANDS && left.length > 0) {
    const gap = (town: LatLng) => Math.min(...stands.map((stand) => distance(stand, town)))
    left.sort((a, b) => gap(b) - gap(a))
    const farthest = left.shift()
    if (farthest) stands.push(farthest)
  }
  return stands
}

/**
 * Reads an imported region.
 *
 * @param folder the region's folder, which contains graph.bin, places.json and region.json
 */
export async function loadWorld(folder: string): Promise<World> {
  const [graph, file, about] = await Promise.all([
    readFile(join(folder, 'graph.bin')),
    readFile(join(folder, 'places.json'), 'utf8').then((text) => JSON.parse(text) as PlacesFile),
    readFile(join(folder, 'region.json'), 'utf8').then((text) => JSON.parse(text) as { center: [number, number] })
  ])
  const router = new Router(decodeGraph(new Uint8Array(graph).buffer))
  const way = (stops: readonly LatLng[]): Way | null => {
    const route = router.route(stops)
    if (!route) return null
    return {
      line: decodePolyline(route.polylinePoints),
      metres: route.distance_in_km * 1000,
      seconds: route.time_in_secs
    }
  }
  const [lng, lat] = about.center
  const center = way([
    { lat, lng },
    { lat, lng }
  ])?.line[0] ?? { lat, lng }
  /** Returns the point on a road at which a car stops for a place; null if a car cannot reach and leave the place. */
  const door = (place: LatLng): LatLng | null => (way([place, center]) && way([center, place])?.line.at(-1)) ?? null
  const places = file.places
    .filter(({ kind, name }) => !unfit.has(kind) && name !== '')
    .filter((place) => {
      const stop = door(place)
      return stop !== null && distance(stop, place) <= AT_THE_DOOR
    })
    .map((place) => ({ name: place.name, lat: place.lat, lng: place.lng }))
  const towns = file.places.filter(({ kind }) => kind === 'locality').flatMap((town) => door(town) ?? [])
  return { places, stands: chooseStands(center, towns), way }
}
