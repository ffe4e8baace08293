import { closeSync, openSync, writeSync } from 'node:fs'
import type { Tags } from '../osm/primitives.ts'
import { PbfFile } from './pbf-file.ts'
import { randomOf } from './random.ts'

// First node id, and the distance between ids: as in current data, ids exceed 32 bits and have gaps.
const FIRST_NODE = 5e9
const NODE_STEP = 3
// Distances in degrees: TOWN_* between neighbouring towns (about 7 km), BLOCK_* between parallel streets (about 90 m).
const TOWN_LNG = 0.1
const TOWN_LAT = 0.063
const BLOCK_LNG = 0.0012
const BLOCK_LAT = 0.0008
const NAMES = ['Birken', 'Mühl', 'Kirch', 'Bahnhof', 'Garten', 'Schul', 'Linden', 'Wiesen', 'Berg', 'Brunnen', 'Acker']
const ENDINGS = ['straße', 'weg', 'gasse', 'allee', 'platz', 'ring', 'steig']

type Kind = 'node' | 'way' | 'relation'

/**
 * Writes an invented country as an OSM PBF file: streets in bent grids with buildings and house numbers, roads between the
 * towns, forests with clearings, rivers, borders and turn restrictions. The same number of towns always gives the same bytes;
 * 650 towns are about 100 MB.
 */
export function writeCountry(path: string, towns: number): void {
  const fd = openSync(path, 'w')
  const across = Math.ceil(Math.sqrt(towns))
  const bbox = [10, 50, 10 + across * TOWN_LNG, 50 + across * TOWN_LAT] as const
  const file = new PbfFile((bytes) => void writeSync(fd, bytes), { bbox, timestamp: 1_700_000_000, withInfo: true })
  // Generate the country once for each kind of element, because a file has all nodes, then all ways, then all relations.
  for (const kind of ['node', 'way', 'relation'] as const) new Country(file, kind, across).build(towns)
  file.finish()
  closeSync(fd)
}

class Country {
  readonly #file: PbfFile
  readonly #kind: Kind
  readonly #across: number
  readonly #random = randomOf(5)
  #nodes = 0
  #ways = 0
  #relations = 0

  constructor(file: PbfFile, kind: Kind, across: number) {
    this.#file = file
    this.#kind = kind
    this.#across = across
  }

  build(towns: number): void {
    const centers: number[] = []
    for (let town = 0; town < towns; town++) {
      const lng = 10 + ((town % this.#across) + 0.5) * TOWN_LNG
      const lat = 50 + (Math.floor(town / this.#across) + 0.5) * TOWN_LAT
      const center = this.#town(town, lng, lat)
      const [west, south] = [town % this.#across > 0 ? centers[town - 1] : undefined, centers[town - this.#across]]
      for (const other of [west, south]) if (other) this.#road(center, other, lng, lat, other === west)
      this.#forest(lng - TOWN_LNG * 0.4, lat + TOWN_LAT * 0.4)
      this.#border(town, lng, lat)
      centers.push(center)
    }
  }

  /** Generates a town: a grid of streets with houses. Returns the node of its middle crossing. */
  #town(town: number, lng: number, lat: number): number {
    const size = 14 + Math.floor(this.#random() * 12)
    const half = size / 2
    const crossings: number[][] = []
    for (let y = 0; y < size; y++) {
      crossings.push([])
      for (let x = 0; x < size; x++) {
        const tags: Tags = this.#random() < 0.03 ? { highway: 'traffic_signals' } : {}
        crossings[y]?.push(
          this.#node(lng + this.#bend(x - half) * BLOCK_LNG, lat + this.#bend(y - half) * BLOCK_LAT, tags)
        )
      }
    }
    for (let i = 0; i < size; i++) {
      this.#street(town, i, crossings[i] ?? [])
      this.#street(
        town,
        size + i,
        crossings.map((row) => row[i] ?? 0)
      )
    }
    for (let y = 1; y < size; y++)
      for (let x = 1; x < size; x++)
        this.#block(town, lng + (x - half - 0.5) * BLOCK_LNG, lat + (y - half - 0.5) * BLOCK_LAT, y)
    this.#node(lng, lat, { place: size > 22 ? 'town' : 'village', name: `Ort ${town}`, population: String(size * 200) })
    this.#area(lng, lat, half * BLOCK_LNG, half * BLOCK_LAT, 60, { landuse: 'residential' })
    return crossings[Math.floor(half)]?.[Math.floor(half)] ?? 0
  }

  /** Generates a street along crossings, in ways of four blocks. Some streets are one-way; some ways end at a restriction. */
  #street(town: number, number: number, crossings: readonly number[]): void {
    const kind = number % 9 === 0 ? 'secondary' : number % 4 === 0 ? 'tertiary' : 'residential'
    const oneway: Tags = this.#random() < 0.15 ? { oneway: 'yes' } : {}
    const tags = {
      highway: kind,
      name: streetName(town, number),
      maxspeed: kind === 'residential' ? '30' : '50',
      surface: 'asphalt',
      ...oneway
    }
    let before = 0
    for (let i = 0; i + 1 < crossings.length; i += 4) {
      // Leave out about a third of the stretches (ways) of residential streets. Otherwise the town would be a perfect grid, which
      // is rare in reality and the hardest case for a router.
      if (kind === 'residential' && this.#random() < 0.35) {
        before = 0
        continue
      }
      const way = this.#way(crossings.slice(i, i + 5), tags)
      if (before && this.#random() < 0.1) this.#restriction(before, crossings[i] ?? 0, way)
      before = way
    }
  }

  #restriction(from: number, via: number, to: number): void {
    const members: [Kind, number, string][] = [
      ['way', from, 'from'],
      ['node', via, 'via'],
      ['way', to, 'to']
    ]
    const restriction = this.#random() < 0.5 ? 'no_straight_on' : 'only_straight_on'
    this.#relation(members, { type: 'restriction', restriction })
  }

  /** Generates a block between streets: eight houses, some of them with an address, a few cafés, and a footpath. */
  #block(town: number, lng: number, lat: number, row: number): void {
    for (let house = 0; house < 8; house++) {
      const x = lng + ((house % 4) - 1.5) * BLOCK_LNG * 0.2
      const y = lat + (house < 4 ? -1 : 1) * BLOCK_LAT * 0.25
      const address: Tags =
        this.#random() < 0.4
          ? {
              'addr:street': streetName(town, row),
              'addr:housenumber': String(house + row * 8),
              'addr:city': `Ort ${town}`,
              'addr:postcode': String(10_000 + town)
            }
          : {}
      this.#area(x, y, BLOCK_LNG * 0.07, BLOCK_LAT * 0.12, this.#random() < 0.6 ? 4 : 7, {
        building: 'yes',
        ...address
      })
      if (this.#random() < 0.04)
        this.#node(x, y, {
          amenity: 'cafe',
          name: `Café ${this.#nodes}`,
          'addr:street': streetName(town, row),
          opening_hours: 'Mo-Fr 08:00-18:00'
        })
    }
    this.#way([this.#node(lng - BLOCK_LNG * 0.3, lat), this.#node(lng, lat), this.#node(lng + BLOCK_LNG * 0.3, lat)], {
      highway: 'footway'
    })
  }

  /** Generates a winding road between two towns, and a river beside it. */
  #road(from: number, to: number, lng: number, lat: number, isWest: boolean): void {
    const wind = (shift: number) =>
      Array.from({ length: 150 }, (_, i) => {
        const [x, y] = isWest ? [-i / 150, shift] : [shift, -i / 150]
        return this.#node(lng + x * TOWN_LNG + this.#jitter(1e-4), lat + y * TOWN_LAT + this.#jitter(1e-4))
      })
    this.#way([from, ...wind(0.01), to], { highway: 'primary', ref: `L ${this.#ways % 400}`, maxspeed: '100' })
    this.#way(wind(0.3), { waterway: 'river', name: `Fluss ${this.#ways % 90}` })
  }

  #forest(lng: number, lat: number): void {
    const outer = this.#ring(lng, lat, TOWN_LNG * 0.2, TOWN_LAT * 0.2, 400)
    const members: [Kind, number, string][] = [
      // Split the outer ring into two ways, so that the importer has to join them.
      ['way', this.#way(outer.slice(0, 200), {}), 'outer'],
      ['way', this.#way(outer.slice(199), {}), 'outer'],
      ['way', this.#way(this.#ring(lng, lat, TOWN_LNG * 0.05, TOWN_LAT * 0.05, 80), {}), 'inner']
    ]
    this.#relation(members, { type: 'multipolygon', landuse: 'forest', name: `Wald ${this.#relations}` })
  }

  #border(town: number, lng: number, lat: number): void {
    const ring = this.#way(this.#ring(lng, lat, TOWN_LNG / 2, TOWN_LAT / 2, 120), { boundary: 'administrative' })
    this.#relation([['way', ring, 'outer']], {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: '8',
      name: `Ort ${town}`
    })
  }

  #area(lng: number, lat: number, width: number, height: number, corners: number, tags: Tags): void {
    this.#way(this.#ring(lng, lat, width, height, corners), tags)
  }

  #ring(lng: number, lat: number, width: number, height: number, corners: number): number[] {
    const ring = Array.from({ length: corners }, (_, i) => {
      const angle = ((i + 0.5) / corners) * 2 * Math.PI
      return this.#node(
        lng + width * Math.cos(angle) * (1 + this.#jitter(0.1)),
        lat + height * Math.sin(angle) * (1 + this.#jitter(0.1))
      )
    })
    return [...ring, ring[0] ?? 0]
  }

  #bend(steps: number): number {
    return steps + this.#jitter(0.2)
  }

  #jitter(width: number): number {
    return (this.#random() - 0.5) * width
  }

  #node(lng: number, lat: number, tags: Tags = {}): number {
    const id = FIRST_NODE + this.#nodes++ * NODE_STEP
    if (this.#kind === 'node') this.#file.node(id, lng, lat, tags)
    return id
  }

  #way(refs: readonly number[], tags: Tags): number {
    const id = 1e8 + this.#ways++ * 2
    if (this.#kind === 'way') this.#file.way(id, refs, tags)
    return id
  }

  #relation(members: readonly [Kind, number, string][], tags: Tags): void {
    const id = 1e6 + this.#relations++
    if (this.#kind !== 'relation') return
    this.#file.relation(
      id,
      members.map(([type, member, role]) => ({ type, id: member, role })),
      tags
    )
  }
}

function streetName(town: number, number: number): string {
  const index = town * 61 + number
  return `${NAMES[index % NAMES.length]}${ENDINGS[Math.floor(index / NAMES.length) % ENDINGS.length]}`
}
