import { describe, expect, it } from 'vitest'
import { decodePolyline } from '../../supabase/functions/_shared/geo/polyline.ts'
import { Router } from '../../supabase/functions/_shared/geo/router.ts'
import { Sketch } from '../testing/extract.ts'
import { buildGraph } from './build.ts'
import { blocks, parseSpeed, roadRule } from './rules.ts'

/**
 * A grid of two blocks, 300 m each, around which one can always drive. Ways: 1 ABC, 2 CF, 3 FED, 4 DA, 5 BE.
 *
 *   D - E - F
 *   |   |   |
 *   A - B - C
 */
function grid(tags: Record<number, Record<string, string>> = {}): Sketch {
  const sketch = new Sketch()
  for (const [i, letter] of [...'ABCDEF'].entries()) sketch.node(letter, (i % 3) * 300, Math.floor(i / 3) * 300)
  return sketch
    .way(1, 'ABC', tags[1])
    .way(2, 'CF', tags[2])
    .way(3, 'FED', tags[3])
    .way(4, 'DA', tags[4])
    .way(5, 'BE', tags[5])
}

/** Drives from the middle of one street to the middle of another; answers the letters that are passed. */
function drive(sketch: Sketch, from: string, to: string): string {
  const middle = (pair: string) => {
    const [a, b] = [...pair].map((letter) => sketch.at(letter))
    return { lat: ((a?.lat ?? 0) + (b?.lat ?? 0)) / 2, lng: ((a?.lng ?? 0) + (b?.lng ?? 0)) / 2 }
  }
  const route = new Router(buildGraph(sketch.extract)).route([middle(from), middle(to)])
  const shape = decodePolyline(route?.polylinePoints ?? '')
  const letters = [...'ABCDEFXYZ'].filter((letter) => {
    try {
      return sketch.at(letter)
    } catch {
      return false
    }
  })
  return shape
    .map(({ lat, lng }) =>
      letters.find((letter) => {
        const at = sketch.at(letter)
        return Math.abs(at.lat - lat) < 2e-5 && Math.abs(at.lng - lng) < 2e-5
      })
    )
    .filter((letter) => letter !== undefined)
    .join('')
}

describe('one-way streets', () => {
  it('are driven both ways without a tag', () => {
    expect(drive(grid(), 'AB', 'EF')).toBe('BE')
    expect(drive(grid(), 'EF', 'AB')).toBe('EB')
  })

  it('are driven along, and against with -1', () => {
    expect(drive(grid({ 5: { oneway: 'yes' } }), 'EF', 'AB')).not.toContain('EB')
    expect(drive(grid({ 5: { oneway: 'yes' } }), 'AB', 'EF')).toBe('BE')
    expect(drive(grid({ 5: { oneway: '-1' } }), 'AB', 'EF')).not.toContain('BE')
    expect(drive(grid({ 5: { oneway: '-1' } }), 'EF', 'AB')).toBe('EB')
  })

  it('include roundabouts', () => {
    expect(roadRule({ highway: 'primary', junction: 'roundabout' })).toMatchObject({ forward: true, backward: false })
  })
})

describe('turn restrictions', () => {
  it('forbid a turn and nothing else', () => {
    const noTurn = () => grid().restriction('no_left_turn', 1, 'B', 5)
    expect(drive(noTurn(), 'AB', 'EF')).not.toContain('BE')
    expect(drive(noTurn(), 'EF', 'AB')).toBe('EB')
    expect(drive(noTurn(), 'AB', 'BC')).toBe('B')
  })

  it('allow one turn only', () => {
    const only = grid().restriction('only_straight_on', 5, 'E', 3)
    expect(drive(only, 'AB', 'EF')).toBe('BE')
    const onlyTurn = grid().way(6, 'EX'.replace('X', 'D')).restriction('only_left_turn', 5, 'E', 6)
    expect(drive(onlyTurn, 'BE', 'EF')).not.toBe('E')
  })

  it('do not bind whom they except', () => {
    expect(drive(grid().restriction('no_left_turn', 1, 'B', 5, { except: 'psv' }), 'AB', 'EF')).toBe('BE')
  })

  it('against turning round do not stop who drives straight on', () => {
    expect(drive(grid().restriction('no_u_turn', 1, 'B', 1), 'AB', 'BC')).toBe('B')
  })
})

/**
 * Two carriageways and the roads across them. Ways: 1 ABC eastward, 2 FED westward, 3 BE and 4 CF across, 5 AXD and
 * 6 CYF the ends, 7 BZ and 8 ES side streets.
 */
function dual(): Sketch {
  return grid({ 1: { oneway: 'yes' }, 3: { oneway: 'yes' } })
    .node('X', -300, 150)
    .node('Z', 300, -300)
    .node('S', 300, 600)
    .way(4, 'DXA')
    .way(7, 'BZ')
    .way(8, 'ES')
}

describe('turn restrictions over ways', () => {
  it('forbid the whole course and none of its parts', () => {
    expect(drive(dual(), 'AB', 'ED')).toBe('BE')
    const noReturn = () => dual().restriction('no_u_turn', 1, [5], 3)
    expect(drive(noReturn(), 'AB', 'ED')).not.toBe('BE')
    expect(drive(noReturn(), 'AB', 'ES')).toBe('BE')
    expect(drive(noReturn(), 'ZB', 'ED')).toBe('BE')
    expect(drive(noReturn(), 'BE', 'ED')).toBe('E')
    expect(drive(noReturn(), 'AB', 'BE')).toBe('B')
  })

  it('demand one course once its way is driven', () => {
    const onlySide = () => dual().restriction('only_straight_on', 1, [5], 8)
    expect(drive(onlySide(), 'AB', 'ES')).toBe('BE')
    expect(drive(onlySide(), 'AB', 'ED')).not.toBe('BE')
    expect(drive(onlySide(), 'AB', 'BC')).toBe('B')
    expect(drive(onlySide(), 'ZB', 'ED')).toBe('BE')
  })

  it('reach over several ways', () => {
    const long = dual().way(9, 'EX').restriction('no_u_turn', 1, [5, 9], 4)
    expect(drive(dual().way(9, 'EX'), 'AB', 'XA')).toBe('BEX')
    expect(drive(long, 'AB', 'XA')).not.toBe('BEX')
    expect(drive(long, 'AB', 'EX')).toBe('BE')
    expect(drive(long, 'ZB', 'XA')).toBe('BEX')
  })

  it('do not bind whom they except', () => {
    expect(drive(dual().restriction('no_u_turn', 1, [5], 3, { except: 'taxi' }), 'AB', 'ED')).toBe('BE')
  })
})

describe('barriers and access', () => {
  const blocked = (tags: Record<string, string>) => {
    const sketch = new Sketch()
    for (const [i, letter] of [...'ABCDEF'].entries()) sketch.node(letter, (i % 3) * 300, Math.floor(i / 3) * 300)
    sketch.node('X', 300, 150, tags)
    return sketch.way(1, 'ABC').way(2, 'CF').way(3, 'FED').way(4, 'DA').way(5, 'BXE')
  }

  it('stop at a bollard, pass a cattle grid', () => {
    expect(drive(blocked({ barrier: 'bollard' }), 'AB', 'EF')).not.toContain('X')
    expect(drive(blocked({ barrier: 'cattle_grid' }), 'AB', 'EF')).toBe('BXE')
    expect(blocks({ barrier: 'gate', motor_vehicle: 'yes' })).toBe(false)
  })

  it('keep out of private roads and tracks, let taxis in where only they may', () => {
    expect(roadRule({ highway: 'residential', access: 'private' })).toBeNull()
    expect(roadRule({ highway: 'residential', motor_vehicle: 'no', taxi: 'yes' })).not.toBeNull()
    expect(roadRule({ highway: 'track' })).toBeNull()
    expect(roadRule({ route: 'ferry', highway: 'primary' })).toBeNull()
  })

  it('use access roads only to arrive', () => {
    const through = grid({ 5: { motor_vehicle: 'destination' } })
    expect(drive(through, 'AB', 'EF')).not.toContain('BE')
    expect(drive(through, 'AB', 'BE')).toBe('B')
  })
})

describe('the graph', () => {
  it('leaves out what cannot be reached or left', () => {
    const sketch = grid().node('X', 2000, 0).node('Y', 2300, 0).way(6, 'XY')
    expect(buildGraph(sketch.extract).edgeRoad).toHaveLength(14)
  })

  it('reads limits in both units', () => {
    expect([parseSpeed('50'), parseSpeed('30 mph'), parseSpeed('walk'), parseSpeed('signals')]).toEqual([
      50,
      30 * 1.609344,
      7,
      null
    ])
  })
})
