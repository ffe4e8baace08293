import { distance } from '../../supabase/functions/_shared/geo/distance.ts'
import type { Extract } from '../osm/extract.ts'
import { assemble, insidePolygon, type Polygon, type Position } from '../osm/multipolygon.ts'

const MUNICIPALITY = '8'
const FAR = 5000

/** Answers the municipality around a point, else the nearest town or village within 5 km, else nothing. */
export function localityFinder(extract: Extract): (point: Position) => string {
  const municipalities: { name: string; polygons: Polygon[] }[] = []
  for (const relation of extract.relations) {
    const { boundary, admin_level: level, name } = relation.tags
    if (boundary !== 'administrative' || level !== MUNICIPALITY || !name) continue
    municipalities.push({ name, polygons: assemble(relation, extract) })
  }
  const villages: { name: string; at: Position }[] = []
  for (const [node, { place, name }] of extract.nodeTags) {
    if (name && ['city', 'town', 'village'].includes(place ?? ''))
      villages.push({ name, at: extract.nodes.point(node) })
  }
  return (point) => {
    const around = municipalities.find(({ polygons }) => polygons.some((polygon) => insidePolygon(polygon, point)))
    if (around) return around.name
    let nearest = ''
    let best = FAR
    for (const { name, at } of villages) {
      const metres = distance({ lng: point[0], lat: point[1] }, { lng: at[0], lat: at[1] })
      if (metres < best) {
        best = metres
        nearest = name
      }
    }
    return nearest
  }
}
