import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { distance } from '../supabase/functions/_shared/maps/geometry/distance.ts'
import { decodePolyline } from '../supabase/functions/_shared/maps/geometry/polyline.ts'
import type { LatLng } from '../supabase/functions/_shared/maps/geometry/types.ts'
import type { PlacesFile } from '../supabase/functions/_shared/maps/places/file.ts'
import { decodeGraph } from '../supabase/functions/_shared/maps/routing/graph.ts'
import { Router } from '../supabase/functions/_shared/maps/routing/router.ts'

/** A destination. */
export interface Place extends LatLng {
  name: string
}

/** A route on the roads: its length and duration. */
export interface Way {
  line: LatLng[]
  metres: number
  seconds: number
}

/** The region's data for the people of the city. */
export interface World {
  /** Pickup and drop places. */
  places: Place[]
  /** Where drivers wait: first the centre of the region, then towns far from one another. */
  stands: LatLng[]
  /** The quickest route; null if there is none. */
  way(stops: readonly LatLng[]): Way | null
}

/** Kinds of places that are no destination: too vague, or without a road. */
const unfit = new Set(['locality', 'street', 'peak', 'ruins', 'viewpoint', 'information', 'alpine_hut', 'picnic_site'])
/** Distance from a road (m) up to which a cab stops at the door. */
const AT_THE_DOOR = 60
const STANDS = 6
/** Stands are within this distance of the centre (m): a driver farther out would get no offers. */
const REACH = 9000

/** Chooses the stands: the centre, then repeatedly the town that is farthest from all chosen ones. */
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
 * Reads the region that `npm start` has built.
 *
 * @param folder contains graph.bin, places.json and region.json
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
  /** The point on a road at which a car stops for a place; null if the place cannot be reached and left. */
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
