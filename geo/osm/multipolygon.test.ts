import { describe, expect, it } from 'vitest'
import { Sketch } from '../testing/extract.ts'
import { assemble, insidePolygon, joinRings } from './multipolygon.ts'

const corners = new Sketch()
  .node('A', 0, 0)
  .node('B', 100, 0)
  .node('C', 100, 100)
  .node('D', 0, 100)
  .node('W', 20, 20)
  .node('X', 40, 20)
  .node('Y', 40, 40)
  .node('Z', 20, 40)
  .way(1, 'ABC')
  .way(2, 'ADC')
  .way(3, 'WXYZW')

const member = (id: number, role: string) => ({ type: 'way' as const, id, role })

describe('multipolygons', () => {
  it('join ways into rings in either direction, and keep holes', () => {
    const members = [member(1, 'outer'), member(2, ''), member(3, 'inner'), member(99, 'outer')]
    const [polygon, ...others] = assemble({ id: 1, members, tags: {} }, corners.extract)
    expect(others).toEqual([])
    expect(polygon).toHaveLength(2)
    const { lat, lng } = corners.at('W')
    expect(insidePolygon(polygon ?? [], [lng + 0.0001, lat + 0.0001])).toBe(false)
    expect(insidePolygon(polygon ?? [], [lng - 0.0001, lat - 0.0001])).toBe(true)
  })

  it('omit a ring that does not close', () => {
    const way = corners.extract.ways.get(1)
    expect(joinRings(way ? [way] : [])).toEqual([])
  })
})
