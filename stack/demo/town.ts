import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The fields that we use of the region's place index, which the importer writes. */
interface Index {
  center: { lat: number; lng: number }
  places: { kind: string; name: string; rank: number; names?: Record<string, string>; lat: number; lng: number }[]
}

export interface Town {
  name: string
  lat: number
  lng: number
}

/** Returns the name of the region's main town (translated if known) and its position; null if there is no region or no town. */
export type FindTown = (language: string) => Promise<Town | null>

/**
 * Creates a function that finds the town where the region's map opens. Of the localities with the highest rank it is the one
 * nearest to the region's centre.
 */
export function createTown(region: string): FindTown {
  let found: Promise<Index['places'][number] | null> | null = null

  async function read(): Promise<Index['places'][number] | null> {
    const { center, places } = JSON.parse(await readFile(join(region, 'places.json'), 'utf8')) as Index
    const away = ({ lat, lng }: { lat: number; lng: number }): number =>
      Math.hypot(lat - center.lat, (lng - center.lng) * Math.cos((center.lat * Math.PI) / 180))
    const towns = places.filter(({ kind }) => kind === 'locality')
    return towns.sort((a, b) => b.rank - a.rank || away(a) - away(b))[0] ?? null
  }

  return async (language) => {
    found ??= read().catch(() => null)
    const town = await found
    if (!town) return null
    const names = town.names ?? {}
    return {
      name: Object.hasOwn(names, language) ? (names[language] ?? town.name) : town.name,
      lat: town.lat,
      lng: town.lng
    }
  }
}
