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

  /** The corners of a square of 100 m with some of a smaller one inside. */
  const isFilled = (ways: [id: number, nodes: string, role: string][], east: number, north: number): boolean => {
    const sketch = new Sketch()
      .node('A', 0, 0)
      .node('B', 100, 0)
      .node('C', 100, 100)
      .node('D', 0, 100)
      .node('E', 200, 0)
      .node('F', 200, 100)
      .node('X', 40, 20)
      .node('Y', 40, 60)
      .node('Z', 20, 60)
      .node('W', 20, 20)
      .node('P', 30, 30)
      .node('Q', 35, 30)
      .node('R', 35, 50)
      .node('K', east, north)
    for (const [id, nodes] of ways) sketch.way(id, nodes)
    const polygons = assemble(
      { id: 1, members: ways.map(([id, , role]) => member(id, role)), tags: {} },
      sketch.extract
    )
    const { lng, lat } = sketch.at('K')
    return polygons.some((polygon) => insidePolygon(polygon, [lng, lat]))
  }

  it('keep a hole that touches the border in one node', () => {
    const touching: [number, string, string][] = [
      [1, 'ABCDA', 'outer'],
      [2, 'AXYA', 'inner']
    ]
    expect([isFilled(touching, 35, 25), isFilled(touching, 80, 80)]).toEqual([false, true])
    // One way that draws both, past the common node.
    const eight: [number, string, string][] = [[1, 'ABCDAXYA', 'outer']]
    expect([isFilled(eight, 35, 25), isFilled(eight, 80, 80)]).toEqual([false, true])
  })

  it('join two areas that share a segment, and cut off a hole that shares one with the border', () => {
    const pair: [number, string, string][] = [
      [1, 'ABCDA', 'outer'],
      [2, 'BEFCB', 'outer']
    ]
    expect([isFilled(pair, 50, 50), isFilled(pair, 150, 50), isFilled(pair, 250, 50)]).toEqual([true, true, false])
    const chains: [number, string, string][] = [
      [1, 'CDAB', 'outer'],
      [2, 'BEFC', 'outer'],
      [3, 'BC', 'outer'],
      [4, 'CB', 'outer']
    ]
    expect([isFilled(chains, 50, 50), isFilled(chains, 150, 50)]).toEqual([true, true])
    const bay: [number, string, string][] = [
      [1, 'ABCDA', 'outer'],
      [2, 'ABXYA', 'inner']
    ]
    expect([isFilled(bay, 30, 15), isFilled(bay, 80, 80)]).toEqual([false, true])
  })

  it('leave out where two areas overlap, and keep what lies between two that touch in two nodes', () => {
    // The second area reaches into the first as far as X and Y, and meets it in B and C.
    const ways: [number, string, string][] = [
      [1, 'ABCDA', 'outer'],
      [2, 'BXYCFEB', 'outer']
    ]
    expect([isFilled(ways, 10, 50), isFilled(ways, 80, 50), isFilled(ways, 150, 50)]).toEqual([true, false, true])
    const chains: [number, string, string][] = [
      [1, 'CDAB', 'outer'],
      [2, 'BXYC', 'outer'],
      [3, 'BC', 'outer'],
      [4, 'BEFC', 'outer']
    ]
    expect([isFilled(chains, 10, 50), isFilled(chains, 80, 50), isFilled(chains, 150, 50)]).toEqual([true, false, true])
  })

  it('do not depend on roles', () => {
    const swapped: [number, string, string][] = [
      [1, 'ABCDA', 'inner'],
      [2, 'XYZWX', 'outer']
    ]
    expect([isFilled(swapped, 30, 40), isFilled(swapped, 80, 80)]).toEqual([false, true])
    const island: [number, string, string][] = [
      [1, 'ABCDA', ''],
      [2, 'XYZWX', ''],
      [3, 'PQRP', '']
    ]
    expect([isFilled(island, 33, 33), isFilled(island, 22, 25)]).toEqual([true, false])
  })

  it('count a way that is a member twice once', () => {
    const twice: [number, string, string][] = [
      [1, 'ABCDA', 'outer'],
      [1, 'ABCDA', 'outer'],
      [2, 'XYZWX', 'inner'],
      [2, 'XYZWX', 'inner']
    ]
    expect([isFilled(twice, 30, 40), isFilled(twice, 80, 80)]).toEqual([false, true])
  })

  it('omit a ring that does not close', () => {
    const way = corners.extract.ways.get(1)
    expect(joinRings(way ? [way] : [], (node) => corners.extract.nodes.point(node))).toEqual([])
  })
})
