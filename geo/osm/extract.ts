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
  header: Header
  nodes: NodeStore
  /** Tags of nodes, by index into the node store. In a `NodeTagStore` each lookup creates a new object. */
  nodeTags: Pick<ReadonlyMap<number, Tags>, 'get' | 'size'> & Iterable<[number, Tags]>
  /** Ways by id. */
  ways: Pick<ReadonlyMap<number, Way>, 'get' | 'size'> & { values(): Iterable<Way> }
  relations: Relation[]
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
export async function readExtract(path: string, box?: Box, progress?: ReadProgress): Promise<Extract> {
  const source = new Source(path, box ? 5 : 1, progress)
  const tags = new TagStore()
  const extract = {
    nodes: new NodeStore(),
    nodeTags: new NodeTagStore(tags),
    ways: new WayStore(tags),
    relations: [] as Relation[]
  }
  if (box) await readInside(source, box, extract)
  else await readAll(source, extract)
  tags.trim()
  const moved = extract.nodes.sort()
  if (moved) extract.nodeTags.move(moved)
  extract.ways.resolve(extract.nodes)
  extract.relations.sort((a, b) => a.id - b.id)
  return { header: source.header, ...extract }
}

type Stores = Pick<Extract, 'nodes' | 'relations'> & { nodeTags: NodeTagStore; ways: WayStore }

async function readAll(source: Source, { nodes, nodeTags, ways, relations }: Stores): Promise<void> {
  await source.scan({
    node(id, lng, lat, tags) {
      const index = nodes.add(id, lng, lat)
      if (tags) nodeTags.add(index, tags)
    },
    way: (id, refs, tags) => ways.add(id, refs, tags),
    relation(id, members, tags) {
      if (!UNREAD_RELATIONS.test(tags.type ?? '')) relations.push({ id, members, tags })
    }
  })
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
    way(id, refs, tags) {
      if (!refs.some((ref) => inside.has(ref))) return
      kept.add(id)
      ways.add(id, refs, tags)
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
    way(id, refs, tags) {
      if (missing.has(id)) ways.add(id, refs, tags)
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

/** Whether all ways of a relation must be read, including those outside of the box, because it is used as an area. */
function isArea(tags: Tags): boolean {
  if (tags.type === 'multipolygon') return true
  return tags.type === 'boundary' && !(Number(tags.admin_level) < DISTRICT)
}
