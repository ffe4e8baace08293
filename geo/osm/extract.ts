import { ImportError } from './blocks.ts'
import { type Box, isInside } from './box.ts'
import { IdSet } from './id-set.ts'
import { NodeStore } from './node-store.ts'
import type { Header, Member, Tags } from './primitives.ts'
import { type ReadProgress, Source } from './source.ts'
import { NodeTagStore, TagStore } from './tag-store.ts'
import { type Way, WayStore } from './way-store.ts'

export interface Relation {
  id: number
  members: readonly Member[]
  tags: Tags
}

/** The data of a map file that the importer keeps: coordinates of all nodes, all ways, relations, and tags. */
export interface Extract {
  /** `core` is the box of the files in which people are picked up; null if one of them does not state its box. */
  header: Header & { core?: Box | null }
  nodes: NodeStore
  /** Tags of nodes, by index into the node store. In a `NodeTagStore` each lookup creates a new object. */
  nodeTags: Pick<ReadonlyMap<number, Tags>, 'get' | 'size'> & Iterable<[number, Tags]>
  /** Ways by id. */
  ways: Pick<ReadonlyMap<number, Way>, 'get' | 'size'> & { values(): Iterable<Way> }
  relations: Relation[]
}

/** Files that are read into one extract with the first. What is in several of them counts once. */
export interface FurtherExtracts {
  /** Extracts of the same kind, such as the next county. */
  added?: readonly string[]
  /** Extracts of neighbours to which people are brought: of these only main roads, airports and towns are read. */
  drops?: readonly string[]
}

// Types of relations that are not read, such as routes and networks: they are large and not needed.
const UNREAD_RELATIONS = /^(route|superroute|route_master|network|public_transport|collection)$/
// The `admin_level` of districts. Borders of larger areas (lower levels) are only drawn as lines, so they need not be complete.
const DISTRICT = 6

/**
 * Reads an OSM PBF file block by block. With a box, it keeps only the nodes in the box, the ways with a node in the box, and
 * all ways of the areas (`isArea`) that have a part in the box. Of a kept way, it also keeps the nodes outside of the box. So
 * the memory needed depends on the size of the box, not on the size of the file.
 *
 * @throws {ImportError} if the file is missing, damaged or no PBF
 */
export async function readExtract(
  path: string,
  box?: Box,
  progress?: ReadProgress,
  { added = [], drops = [] }: FurtherExtracts = {}
): Promise<Extract> {
  const tags = new TagStore()
  const extract = {
    nodes: new NodeStore(),
    nodeTags: new NodeTagStore(tags),
    ways: new WayStore(tags),
    relations: [] as Relation[]
  }
  const files = [
    ...[path, ...added].map((file) => ({ file, isDrops: false })),
    ...drops.map((file) => ({ file, isDrops: true }))
  ]
  let header: Header & { core: Box | null } = { bbox: null, date: null, core: null }
  for (const [i, { file, isDrops }] of files.entries()) {
    const scans = isDrops || box ? 5 : 1
    const source = new Source(file, scans, (share) => progress?.((i + share) / files.length))
    // Without a box in its header, an area reaches as far as its nodes.
    if (isDrops) header.core ??= boxAround(extract.nodes)
    if (isDrops) await readMainRoads(source, extract)
    else if (box) await readInside(source, box, extract)
    else await readAll(source, extract)
    header = merged(header, source.header, isDrops, i === 0)
  }
  tags.trim()
  const moved = extract.nodes.sort()
  if (moved) extract.nodeTags.move(moved)
  extract.ways.resolve(extract.nodes)
  extract.relations.sort((a, b) => a.id - b.id)
  extract.relations = extract.relations.filter(({ id }, i) => id !== extract.relations[i - 1]?.id)
  // An extract of roads for drops lacks most nodes, and a mistake in it is not one of the file.
  if (!box && files.length === 1) refuseIncomplete(path, extract)
  return { header, ...extract }
}

type Stores = Pick<Extract, 'nodes' | 'relations'> & { nodeTags: NodeTagStore; ways: WayStore }

async function readAll(source: Source, { nodes, nodeTags, ways, relations }: Stores): Promise<void> {
  await source.scan({
    node(id, lng, lat, tags) {
      const index = nodes.add(id, lng, lat)
      if (tags) nodeTags.add(index, tags)
    },
    way(id, refs, tags, at) {
      ways.add(id, refs, tags)
      addNodes(nodes, refs, at)
    },
    relation(id, members, tags) {
      if (!UNREAD_RELATIONS.test(tags.type ?? '')) relations.push({ id, members, tags })
    }
  })
}

/** Adds the nodes of a way whose positions the file has on the way (`LocationsOnWays`). */
function addNodes(nodes: NodeStore, refs: readonly number[], at: readonly number[] | null): void {
  if (at) for (const [i, ref] of refs.entries()) nodes.add(ref, at[2 * i] as number, at[2 * i + 1] as number)
}

// Of a complete extract all but a thousandth of the nodes without tags belong to a way. Where an extract was cut out of a larger
// one so that streets end at its border, both nodes and ways are missing.
const MOST_MISSING = 0.5
const MOST_UNUSED = 0.01
const CUT_AT_BORDER = 0.005
/** A file with fewer nodes is a drawing or a test. */
const SMALL = 1000

/**
 * Refuses a file that was cut off: nothing in the format says how many blocks there should be, so that a cut between two blocks
 * shows only in what is missing.
 */
function refuseIncomplete(path: string, { nodes, nodeTags, ways }: Omit<Stores, 'relations'>): void {
  if (nodes.size >= SMALL && ways.size === 0) {
    throw new ImportError(`${path} holds nodes but no ways: it was cut off, download it again`)
  }
  const { all, missing } = ways.refCounts
  if (missing > all * MOST_MISSING) {
    throw new ImportError(
      `${path} lacks ${missing} of the ${all} nodes of its ways: it was cut off or made without them, download it again`
    )
  }
  if (nodes.size < SMALL || missing > all * CUT_AT_BORDER) return
  const isUsed = new Uint8Array(nodes.size)
  ways.mark(isUsed)
  for (const node of nodeTags.nodes()) isUsed[node] = 1
  const unused = isUsed.reduce((sum, is) => sum + 1 - is, 0)
  if (unused > nodes.size * MOST_UNUSED) {
    throw new ImportError(
      `${path} ends too early: ${unused} of its ${nodes.size} nodes belong to no way, download it again`
    )
  }
}

/** Reads the part of a file that touches a box, in five passes over the file: each determines what the next has to keep. */
async function readInside(source: Source, box: Box, { nodes, nodeTags, ways, relations }: Stores): Promise<void> {
  const inside = new IdSet()
  await source.scan({
    node(id, lng, lat) {
      if (isInside(box, lng / 1e7, lat / 1e7)) inside.add(id)
    }
  })
  const kept = new IdSet()
  await source.scan({
    way(id, refs, tags, at) {
      const isIn = (i: number) => at !== null && isInside(box, (at[2 * i] ?? 0) / 1e7, (at[2 * i + 1] ?? 0) / 1e7)
      if (!refs.some((ref, i) => inside.has(ref) || isIn(i))) return
      kept.add(id)
      ways.add(id, refs, tags)
      addNodes(nodes, refs, at)
    }
  })
  const missing = new IdSet()
  await source.scan({
    relation(id, members, tags) {
      if (UNREAD_RELATIONS.test(tags.type ?? '')) return
      if (!members.some((member) => (member.type === 'way' ? kept : inside).has(member.id))) return
      relations.push({ id, members, tags })
      if (!isArea(tags)) return
      for (const member of members) if (member.type === 'way' && !kept.has(member.id)) missing.add(member.id)
    }
  })
  await source.scan({
    way(id, refs, tags, at) {
      if (!missing.has(id)) return
      ways.add(id, refs, tags)
      addNodes(nodes, refs, at)
    }
  })
  const needed = new IdSet(ways.refs())
  await source.scan({
    node(id, lng, lat, tags) {
      const isIn = isInside(box, lng / 1e7, lat / 1e7)
      if (!isIn && !needed.has(id)) return
      const index = nodes.add(id, lng, lat)
      if (tags) nodeTags.add(index, tags)
    }
  })
}

/** Merges what the headers of files say: the box around all, and the oldest date. */
function merged(
  all: Header & { core: Box | null },
  one: Header,
  isDrops: boolean,
  isFirst: boolean
): Header & { core: Box | null } {
  const core = isDrops ? all.core : isFirst ? one.bbox : around(all.core, one.bbox)
  const date = all.date !== null && (one.date === null || all.date < one.date) ? all.date : one.date
  return { bbox: isFirst ? one.bbox : around(all.bbox, one.bbox), core, date }
}

/** Returns the box around all nodes. */
export function boxAround(nodes: NodeStore): Box {
  const box: Box = [180, 90, -180, -90]
  for (let i = 0; i < nodes.size; i++) {
    const [lng, lat] = nodes.point(i)
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

function around(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return null
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

const MAIN_ROADS = /^(motorway|trunk|primary|secondary|tertiary)(_link)?$/
const TOWNS = /^(city|town|village)$/
/** How far around an airport all of its roads are read, in degrees of latitude: about 500 m. */
const AROUND_AIRPORT = 0.005

/** Reads what a car needs to bring people to the towns and airports of a neighbouring area. */
async function readMainRoads(source: Source, { nodes, nodeTags, ways }: Stores): Promise<void> {
  const ofAirports = new IdSet()
  await source.scan({
    way(_, refs, tags) {
      if (tags.aeroway === 'aerodrome' || tags.aeroway === 'terminal') for (const ref of refs) ofAirports.add(ref)
    }
  })
  const airports: [lng: number, lat: number][] = []
  await source.scan({
    node(id, lng, lat, tags) {
      if (ofAirports.has(id) || tags?.aeroway) airports.push([lng / 1e7, lat / 1e7])
    }
  })
  const beside = new IdSet()
  await source.scan({
    node(id, lng, lat) {
      const isBeside = airports.some(
        ([x, y]) =>
          Math.abs(lat / 1e7 - y) < AROUND_AIRPORT &&
          Math.abs(lng / 1e7 - x) * Math.cos((y * Math.PI) / 180) < AROUND_AIRPORT
      )
      if (isBeside) beside.add(id)
    }
  })
  const needed = new IdSet()
  await source.scan({
    way(id, refs, tags, at) {
      const isRoad = MAIN_ROADS.test(tags.highway ?? '')
      const isOfAirport = tags.aeroway === 'aerodrome' || tags.aeroway === 'terminal'
      if (!isRoad && !isOfAirport && !(tags.highway && refs.some((ref) => beside.has(ref)))) return
      ways.add(id, refs, tags)
      addNodes(nodes, refs, at)
      for (const ref of refs) needed.add(ref)
    }
  })
  await source.scan({
    node(id, lng, lat, tags) {
      const isPlace = TOWNS.test(tags?.place ?? '') || tags?.aeroway === 'aerodrome' || tags?.aeroway === 'terminal'
      if (!needed.has(id) && !isPlace) return
      const index = nodes.add(id, lng, lat)
      if (tags) nodeTags.add(index, tags)
    }
  })
}

/** Whether all ways of a relation must be read, including those outside of the box, because it is used as an area. */
function isArea(tags: Tags): boolean {
  if (tags.type === 'multipolygon') return true
  return tags.type === 'boundary' && !(Number(tags.admin_level) < DISTRICT)
}
