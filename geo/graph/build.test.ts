import { describe, expect, it } from 'vitest'
import { decodePolyline, distance, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import { drive, middleOf, routerOf } from '../testing/drive.ts'
import { Sketch } from '../testing/extract.ts'

type Tags = Record<string, string>

/**
 * A grid of two blocks, 300 m each, around which a car can always drive. Ways: 1 ABC, 2 CF, 3 FED, 4 DA, 5 BXE, with X in
 * its middle.
 *
 *    D - E - F
 *    |   X   |
 *    A - B - C
 */
function grid(tags: Record<number, Tags> = {}, nodes: Record<string, Tags> = {}): Sketch {
  const sketch = new Sketch()
  for (const [i, letter] of [...'ABCDEF'].entries()) {
    sketch.node(letter, (i % 3) * 300, Math.floor(i / 3) * 300, nodes[letter])
  }
  return sketch
    .node('X', 300, 150, nodes.X)
    .way(1, 'ABC', tags[1])
    .way(2, 'CF', tags[2])
    .way(3, 'FED', tags[3])
    .way(4, 'DA', tags[4])
    .way(5, 'BXE', tags[5])
}

/** Whether the street in the middle is driven from A to F, and from F to A. */
async function middleStreet(sketch: Sketch): Promise<string> {
  const along = (await drive(sketch, 'AB', 'EF')).startsWith('BXE')
  const back = (await drive(sketch, 'EF', 'AB')).startsWith('EXB')
  return along && back ? 'both' : along ? 'along' : back ? 'back' : 'closed'
}

describe('directions', () => {
  it.each<[Tags, string]>([
    [{}, 'both'],
    [{ oneway: 'no' }, 'both'],
    [{ oneway: 'yes' }, 'along'],
    [{ oneway: 'true' }, 'along'],
    [{ oneway: '1' }, 'along'],
    [{ oneway: '-1' }, 'back'],
    [{ oneway: 'reverse' }, 'back'],
    [{ oneway: 'reversible' }, 'closed'],
    [{ junction: 'roundabout' }, 'along'],
    [{ junction: 'circular' }, 'along'],
    [{ junction: 'roundabout', oneway: 'no' }, 'both'],
    [{ junction: 'roundabout', oneway: '-1' }, 'back'],
    [{ highway: 'motorway' }, 'along'],
    [{ highway: 'motorway_link' }, 'along'],
    [{ highway: 'motorway', oneway: 'no' }, 'both'],
    [{ highway: 'motorway', oneway: '-1' }, 'back'],
    [{ highway: 'trunk' }, 'both'],
    [{ 'oneway:bicycle': 'yes' }, 'both']
  ])('%j: %s', async (tags, expected) => {
    expect(await middleStreet(grid({ 5: tags }))).toBe(expected)
  })

  it('follow a roundabout in its drawn direction', async () => {
    const ring = new Sketch()
      .node('A', 0, -200)
      .node('S', 0, -30)
      .node('E', 30, 0)
      .node('N', 0, 30)
      .node('W', -30, 0)
      .node('B', -200, 0)
      .node('C', 0, 200)
      .way(1, 'AS')
      .way(2, 'BW')
      .way(3, 'CN')
      .way(4, 'SENWS', { junction: 'roundabout' })
    expect(await drive(ring, 'AS', 'BW')).toBe('SENW')
    expect(await drive(ring, 'CN', 'BW')).toBe('NW')
    expect(await drive(ring, 'BW', 'AS')).toBe('WS')
  })
})

describe('the steps of a roundabout', () => {
  /** A roundabout, driven from S to the right, with an exit in each of the four directions. */
  const ring = (junction: string) =>
    new Sketch()
      .node('A', 0, -200)
      .node('S', 0, -30)
      .node('E', 30, 0)
      .node('N', 0, 30)
      .node('W', -30, 0)
      .node('B', -200, 0)
      .node('C', 0, 200)
      .node('D', 200, 0)
      .way(1, 'AS')
      .way(2, 'BW')
      .way(3, 'CN')
      .way(4, 'DE')
      .way(5, 'SENWS', { junction })
  const exits = async (sketch: Sketch, from: string, to: string) => {
    const route = (await routerOf(sketch)).route([middleOf(sketch, from), middleOf(sketch, to)], { steps: true })
    return route?.steps?.map(({ manoeuvre, exit }) => (exit === undefined ? manoeuvre : `${manoeuvre} ${exit}`))
  }

  it.each(['roundabout', 'circular'])('count its exits (%s)', async (junction) => {
    const sketch = ring(junction)
    expect(await exits(sketch, 'AS', 'DE')).toEqual(['depart', 'roundabout 1', 'arrive'])
    expect(await exits(sketch, 'AS', 'BW')).toEqual(['depart', 'roundabout 3', 'arrive'])
    expect(await exits(sketch, 'AS', 'AS')).toEqual(['depart', 'arrive'])
  })

  it('name no exit if the drive begins or ends within it', async () => {
    const sketch = ring('roundabout')
    expect(await exits(sketch, 'AS', 'EN')).toEqual(['depart', 'roundabout', 'arrive'])
    expect(await exits(sketch, 'SE', 'BW')).toEqual(['depart', 'arrive'])
  })
})

describe('access', () => {
  it.each<[Tags, string]>([
    [{ access: 'no' }, 'closed'],
    [{ access: 'private' }, 'closed'],
    [{ access: 'no', taxi: 'yes' }, 'both'],
    [{ access: 'no', psv: 'yes' }, 'both'],
    [{ access: 'no', psv: 'yes', taxi: 'no' }, 'closed'],
    [{ access: 'yes', taxi: 'no' }, 'closed'],
    [{ access: 'no', motor_vehicle: 'yes' }, 'both'],
    [{ access: 'yes', motor_vehicle: 'no' }, 'closed'],
    [{ motor_vehicle: 'no', motorcar: 'yes' }, 'both'],
    [{ motor_vehicle: 'no', taxi: 'designated' }, 'both'],
    [{ motorcar: 'no' }, 'closed'],
    [{ vehicle: 'no' }, 'closed'],
    [{ vehicle: 'no', motor_vehicle: 'yes' }, 'both'],
    [{ vehicle: 'forestry' }, 'closed'],
    [{ access: 'agricultural' }, 'closed'],
    [{ access: 'delivery' }, 'closed'],
    [{ access: 'military' }, 'closed'],
    [{ bicycle: 'no', hgv: 'no', foot: 'no' }, 'both'],
    [{ access: 'yes' }, 'both'],
    [{ highway: 'track' }, 'closed'],
    [{ highway: 'footway' }, 'closed'],
    [{ highway: 'pedestrian' }, 'closed'],
    [{ highway: 'construction' }, 'closed'],
    [{ highway: 'residential', area: 'yes' }, 'closed'],
    [{ highway: 'primary', route: 'ferry' }, 'closed'],
    [{ highway: '', route: 'ferry', motor_vehicle: 'yes' }, 'closed'],
    [{ highway: 'residential', impassable: 'yes' }, 'closed'],
    // Access only for destinations: a car may arrive, but not pass through.
    [{ access: 'destination' }, 'closed'],
    [{ motor_vehicle: 'destination' }, 'closed'],
    [{ access: 'customers' }, 'closed'],
    [{ access: 'permissive' }, 'both']
  ])('%j: %s', async (tags, expected) => {
    expect(await middleStreet(grid({ 5: tags }))).toBe(expected)
  })

  it('permits driving on a destination-only road if the trip starts or ends there', async () => {
    const street = grid({ 5: { motor_vehicle: 'destination' } })
    expect(await drive(street, 'AB', 'BX')).toBe('B')
    expect(await drive(street, 'XE', 'EF')).toBe('E')
  })
})

describe('barriers', () => {
  const FREE = 'both'
  it.each<[Tags, string]>([
    [{ barrier: 'bollard' }, 'closed'],
    [{ barrier: 'bollard', foot: 'yes', bicycle: 'yes' }, 'closed'],
    [{ barrier: 'bollard', access: 'no' }, 'closed'],
    [{ barrier: 'bollard', psv: 'yes' }, FREE],
    [{ barrier: 'block' }, 'closed'],
    [{ barrier: 'gate' }, 'closed'],
    [{ barrier: 'gate', motor_vehicle: 'yes' }, FREE],
    [{ barrier: 'gate', access: 'private' }, 'closed'],
    [{ barrier: 'gate', access: 'no', taxi: 'yes' }, FREE],
    [{ barrier: 'lift_gate' }, FREE],
    [{ barrier: 'lift_gate', access: 'private' }, 'closed'],
    [{ barrier: 'lift_gate', access: 'private', motorcar: 'yes' }, FREE],
    [{ barrier: 'lift_gate', vehicle: 'no' }, 'closed'],
    [{ barrier: 'cattle_grid' }, FREE],
    [{ barrier: 'toll_booth' }, FREE],
    [{ barrier: 'border_control' }, FREE],
    [{ barrier: 'height_restrictor' }, FREE],
    [{ barrier: 'entrance' }, FREE],
    [{ barrier: 'kerb' }, 'closed'],
    [{ barrier: 'kerb', kerb: 'lowered' }, FREE],
    [{ access: 'no' }, 'closed'],
    [{ highway: 'crossing' }, FREE]
  ])('%j in the middle of a street: %s', async (tags, expected) => {
    expect(await middleStreet(grid({}, { X: tags }))).toBe(expected)
  })

  it('close a junction but not the streets up to it', async () => {
    const sketch = grid({}, { B: { barrier: 'bollard' } })
    expect(await drive(sketch, 'AB', 'EF')).toBe('ADE')
    expect(await drive(sketch, 'AB', 'BC')).toBe('ADEFC')
    expect(await drive(sketch, 'BX', 'XE')).toBe('X')
  })

  it('permit driving up to either side', async () => {
    const sketch = grid({}, { X: { barrier: 'bollard' } })
    expect(await drive(sketch, 'AB', 'BX')).toBe('B')
    expect(await drive(sketch, 'AB', 'XE')).toBe('ADE')
  })
})

describe('turn restrictions over a node', () => {
  it.each<[string, Tags, boolean]>([
    ['no_left_turn', {}, true],
    // Way 1 goes on beyond B. From A, its other end, the turn is one to the left.
    ['no_right_turn', {}, false],
    ['no_straight_on', {}, true],
    ['no_entry', {}, true],
    ['no_exit', {}, true],
    ['no_left_turn', { except: 'bicycle' }, true],
    ['no_left_turn', { except: 'hgv;bus' }, true],
    ['no_left_turn', { except: 'psv' }, false],
    ['no_left_turn', { except: 'bicycle;taxi' }, false],
    ['no_left_turn', { except: 'bicycle; motorcar' }, false],
    ['no_left_turn', { except: 'motor_vehicle' }, false],
    ['', { 'restriction:hgv': 'no_left_turn' }, false],
    ['', { 'restriction:bicycle': 'no_left_turn' }, false],
    ['', { 'restriction:motorcar': 'no_left_turn' }, true],
    ['', { 'restriction:motor_vehicle': 'no_left_turn' }, true],
    ['', { 'restriction:taxi': 'no_left_turn' }, true],
    // Without the time of the drive, a restriction with a condition counts as open.
    ['', { 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-09:00)' }, false],
    ['no_left_turn', { type: 'site' }, false],
    ['give_way', {}, false]
  ])('%s %j applies: %s', async (kind, tags, binds) => {
    const sketch = grid().restriction(kind, 1, 'B', 5, tags)
    expect((await drive(sketch, 'AB', 'EF')).startsWith('BX')).toBe(!binds)
  })

  it('forbid only that turn', async () => {
    const sketch = grid().restriction('no_left_turn', 1, 'B', 5)
    expect(await drive(sketch, 'EF', 'AB')).toBe('EXB')
    expect(await drive(sketch, 'AB', 'BC')).toBe('B')
    expect(await drive(sketch, 'BC', 'AB')).toBe('B')
  })

  it('forbid it from several streets, onto several streets', async () => {
    const entry = grid().way(6, 'BD').restriction('no_entry', [1, 6], 'B', 5)
    expect(await drive(entry, 'AB', 'XE')).not.toContain('BX')
    expect(await drive(entry, 'BD', 'XE')).not.toContain('BX')
    const exit = grid().way(6, 'BF').restriction('no_exit', 1, 'B', [5, 6])
    expect(await drive(exit, 'AB', 'XE')).not.toContain('BX')
    expect(await drive(exit, 'AB', 'BF')).not.toBe('B')
  })

  it('allow one turn only', async () => {
    const only = grid().restriction('only_straight_on', 5, 'E', 3)
    expect(await drive(only, 'AB', 'EF')).toBe('BXE')
    const onlyTurn = grid().way(6, 'ED').restriction('only_left_turn', 5, 'E', 6)
    expect(await drive(onlyTurn, 'XE', 'EF')).not.toBe('E')
  })

  it('against U-turns do not affect driving straight on', async () => {
    expect(await drive(grid().restriction('no_u_turn', 1, 'B', 1), 'AB', 'BC')).toBe('B')
  })

  it('with a part outside of the extract are ignored', async () => {
    expect(
      await middleStreet(grid().restriction('no_left_turn', 99, 'B', 5).restriction('no_left_turn', 1, 'B', 98))
    ).toBe('both')
  })
})

/** Two carriageways and the roads across them. Ways: 1 ABC eastward, 3 FED westward, 4 DYA the end, 7 BZ and 8 ES side streets. */
function dual(): Sketch {
  return grid({ 1: { oneway: 'yes' }, 3: { oneway: 'yes' } })
    .node('Y', -300, 150)
    .node('Z', 300, -300)
    .node('S', 300, 600)
    .way(4, 'DYA')
    .way(7, 'BZ')
    .way(8, 'ES')
}

describe('turn restrictions over ways', () => {
  it('forbid the whole sequence but none of its parts', async () => {
    expect(await drive(dual(), 'AB', 'ED')).toBe('BXE')
    const noReturn = dual().restriction('no_u_turn', 1, [5], 3)
    expect(await drive(noReturn, 'AB', 'ED')).not.toBe('BXE')
    expect(await drive(noReturn, 'AB', 'ES')).toBe('BXE')
    expect(await drive(noReturn, 'ZB', 'ED')).toBe('BXE')
    expect(await drive(noReturn, 'BX', 'ED')).toBe('XE')
    expect(await drive(noReturn, 'AB', 'BX')).toBe('B')
  })

  it('require one continuation after their way', async () => {
    const onlySide = dual().restriction('only_straight_on', 1, [5], 8)
    expect(await drive(onlySide, 'AB', 'ES')).toBe('BXE')
    expect(await drive(onlySide, 'AB', 'ED')).not.toBe('BXE')
    expect(await drive(onlySide, 'AB', 'BC')).toBe('B')
    expect(await drive(onlySide, 'ZB', 'ED')).toBe('BXE')
  })

  it('can span several ways', async () => {
    const long = () => dual().node('W', 150, 150).way(9, 'EW').way(4, 'DYWA')
    const banned = long().restriction('no_u_turn', 1, [5, 9], 4)
    expect(await drive(long(), 'AB', 'WA')).toBe('BXEW')
    expect(await drive(banned, 'AB', 'WA')).not.toBe('BXEW')
    expect(await drive(banned, 'AB', 'EW')).toBe('BXE')
    expect(await drive(banned, 'ZB', 'WA')).toBe('BXEW')
  })

  it.each<[Tags, boolean]>([
    [{ except: 'taxi' }, false],
    [{ except: 'psv' }, false],
    [{ except: 'bicycle' }, true]
  ])('%j applies: %s', async (tags, binds) => {
    expect((await drive(dual().restriction('no_u_turn', 1, [5], 3, tags), 'AB', 'ED')) === 'BXE').toBe(!binds)
  })
})

describe('speeds', () => {
  it.each<[Tags, number]>([
    [{ highway: 'residential' }, 30],
    [{ highway: 'living_street' }, 15],
    [{ highway: 'primary', maxspeed: '50' }, 45],
    [{ highway: 'primary', maxspeed: '30 mph' }, 43.5],
    [{ highway: 'primary', maxspeed: '20mph' }, 29],
    [{ highway: 'residential', maxspeed: 'walk' }, 6.3],
    [{ highway: 'residential', maxspeed: 'DE:walk' }, 6.3],
    [{ highway: 'residential', maxspeed: 'DE:zone30' }, 27],
    [{ highway: 'residential', maxspeed: 'DE:zone:20' }, 18],
    [{ highway: 'residential', maxspeed: 'CH:zone30' }, 27],
    [{ highway: 'secondary', maxspeed: 'RO:urban' }, 45],
    [{ highway: 'living_street', maxspeed: 'DE:living_street' }, 6.3],
    [{ highway: 'motorway', maxspeed: 'none' }, 130],
    [{ highway: 'motorway', maxspeed: '200' }, 130],
    [{ highway: 'residential', maxspeed: 'signals' }, 30],
    [{ highway: 'residential', maxspeed: '0' }, 30],
    [{ highway: 'residential', maxspeed: '50;30' }, 45],
    [{ highway: 'residential', maxspeed: '2' }, 5]
  ])('%j: %d km/h', async (tags, expected) => {
    const sketch = grid({ 1: { ...tags, oneway: 'no' } })
    const router = await routerOf(sketch)
    const [from, to] = [sketch.at('A'), middleOf(sketch, 'AB')]
    const near = { lat: from.lat, lng: from.lng + (to.lng - from.lng) * 0.1 }
    const leg = router.leg(router.snap(near, 'car') ?? never(), router.snap(to, 'car') ?? never())
    expect(((leg?.metres ?? 0) / (leg?.seconds ?? 0)) * 3.6).toBeCloseTo(expected, 0)
  })
})

function never(): never {
  throw new Error('no road is near')
}

/** The grid, and east of it a street of its own: way 6 YZV, whose nearest node is so many metres from A. */
function islands(east: number): Sketch {
  return grid()
    .node('Y', east, 0)
    .node('Z', east + 300, 0)
    .node('V', east + 300, 300)
    .way(6, 'YZV')
}

describe('the graph', () => {
  it('keeps islands, and routes on each of them', async () => {
    const sketch = islands(1500)
    expect(await drive(sketch, 'AB', 'EF')).not.toBe('')
    expect(await drive(sketch, 'YZ', 'ZV')).toBe('Z')
    expect(await drive(sketch, 'AB', 'ZV')).toBe('')
    const router = await routerOf(sketch)
    const points = ['AB', 'YZ', 'EF', 'ZV'].map((pair) => middleOf(sketch, pair))
    const found = router.matrix(points, points).map((row) => row.map((cell) => cell !== null))
    expect(found).toEqual([
      [true, false, true, false],
      [false, true, false, true],
      [true, false, true, false],
      [false, true, false, true]
    ])
  })

  it('takes people from a yard to the nearest street of the town, and within the yard on its own ways', async () => {
    // The yard is so near that a person can walk to the street.
    const sketch = islands(900)
    const route = (await routerOf(sketch)).route([middleOf(sketch, 'YZ'), middleOf(sketch, 'EF')])
    expect(decodePolyline(route?.polylinePoints ?? '')[0]?.lng).toBeCloseTo(sketch.at('C').lng, 4)
    expect(await drive(sketch, 'YZ', 'ZV')).toBe('Z')
    const router = await routerOf(sketch)
    const [yard, town] = [middleOf(sketch, 'YZ'), middleOf(sketch, 'EF')]
    expect(router.matrix([yard], [town])[0]?.[0]?.distance_in_km).toBe(route?.distance_in_km)
  })

  it('ends drives, but begins none, in a street that has no way out', async () => {
    const trap = grid().node('Y', 900, 0).way(6, 'CY', { oneway: 'yes' })
    expect(await drive(trap, 'AB', 'CY')).toBe('BC')
    const from = (await routerOf(trap)).route([middleOf(trap, 'CY'), middleOf(trap, 'AB')])
    expect(decodePolyline(from?.polylinePoints ?? '')[0]?.lng).toBeCloseTo(trap.at('C').lng, 4)
    const source = grid().node('Y', 900, 0).way(6, 'YC', { oneway: 'yes' })
    expect(await drive(source, 'CY', 'AB')).toBe('CB')
    const to = (await routerOf(source)).route([middleOf(source, 'AB'), middleOf(source, 'CY')])
    expect(decodePolyline(to?.polylinePoints ?? '').at(-1)?.lng).toBeCloseTo(source.at('C').lng, 4)
  })

  it('keeps both directions of a ring without a dead end', async () => {
    const ring = new Sketch()
      .node('A', 0, 0)
      .node('B', 300, 0)
      .node('C', 300, 300)
      .node('D', 0, 300)
      .way(1, 'AB')
      .way(2, 'BC')
      .way(3, 'CD')
      .way(4, 'DA')
    expect(await drive(ring, 'AB', 'BC')).toBe('B')
    expect(await drive(ring, 'BC', 'AB')).toBe('B')
    expect(await drive(ring, 'DA', 'AB')).toBe('A')
    expect(await drive(ring, 'AB', 'DA')).toBe('A')
  })

  it.each<[Tags, boolean]>([
    [{ highway: 'motorway', oneway: 'no' }, false],
    [{ highway: 'trunk', motorroad: 'yes' }, false],
    [{ highway: 'primary', tunnel: 'yes' }, false],
    [{ highway: 'primary', bridge: 'viaduct' }, false],
    [{ highway: 'service', tunnel: 'building_passage' }, true],
    [{ highway: 'primary' }, true]
  ])('lets people in and out on %j: %s', async (tags, expected) => {
    // The door is 20 m from the road with the tags and 40 m from a street, in the middle between A and B.
    const sketch = new Sketch()
      .node('A', 0, 0)
      .node('B', 600, 0)
      .node('C', 0, 60)
      .node('D', 600, 60)
      .node('H', 300, 20)
      .way(1, 'AB', tags)
      .way(2, 'AC')
      .way(3, 'CD')
      .way(4, 'DB')
    const router = await routerOf(sketch)
    const end = (from?: 'car') =>
      decodePolyline(
        router.route([sketch.at('H'), middleOf(sketch, 'DB')], from ? { from } : {})?.polylinePoints ?? ''
      )[0]
    expect(distance(end() as LatLng, sketch.at('H')) < 25).toBe(expected)
    // A car that is on this road begins there.
    expect(distance(end('car') as LatLng, sketch.at('H'))).toBeLessThan(25)
  })

  it('keeps dead ends, where a car can turn round', async () => {
    const sketch = grid().node('Y', 900, 0).way(6, 'CY')
    expect(await drive(sketch, 'AB', 'CY')).toBe('BC')
    expect(await drive(sketch, 'CY', 'AB')).toBe('CB')
  })
})
