import { describe, expect, it } from 'vitest'
import { drive } from '../testing/drive.ts'
import { Sketch } from '../testing/extract.ts'

type Tags = Record<string, string>

const MONDAY_8 = 8 * 60
const MONDAY_12 = 12 * 60
const SUNDAY_8 = 6 * 1440 + 8 * 60

/**
 * A straight street of 600 m, a way round of 1.4 km and a side street. Ways: 1 AB, 2 BC (the stretch with rules), 3 CD, 4 BEFC
 * (the way round), 5 CG.
 */
function detour(tags: Tags = {}, nodes: Record<string, Tags> = {}): Sketch {
  return new Sketch()
    .node('A', 0, 0)
    .node('B', 200, 0)
    .node('X', 300, 0, nodes.X)
    .node('C', 400, 0)
    .node('D', 600, 0)
    .node('E', 200, 600)
    .node('F', 400, 600)
    .node('G', 400, -200)
    .way(1, 'AB')
    .way(2, 'BXC', tags)
    .way(3, 'CD')
    .way(4, 'BEFC')
    .way(5, 'CG')
}

const isDirect = async (sketch: Sketch, minute?: number) =>
  !(await drive(sketch, 'AB', 'CD', minute === undefined ? {} : { minute })).includes('E')

describe('hours of a way', () => {
  it.each<[Tags, number, boolean]>([
    [{ 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' }, MONDAY_8, false],
    [{ 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' }, MONDAY_12, true],
    [{ 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' }, SUNDAY_8, true],
    [{ 'motor_vehicle:conditional': 'no @ Mo-Fr 07:00-09:00' }, MONDAY_8, false],
    [{ 'access:conditional': 'destination @ (07:00-09:00)' }, SUNDAY_8, false],
    [{ motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (Sa,Su 06:00-12:00)' }, SUNDAY_8, true],
    [{ motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (Sa,Su 06:00-12:00)' }, MONDAY_8, false],
    [{ 'access:conditional': 'no @ (22:00-09:00)', motor_vehicle: 'yes' }, MONDAY_8, true],
    [{ 'motor_vehicle:forward:conditional': 'no @ (07:00-09:00)' }, MONDAY_8, false],
    [{ 'motor_vehicle:backward:conditional': 'no @ (07:00-09:00)' }, MONDAY_8, true],
    [{ 'oneway:conditional': '-1 @ (07:00-09:00)' }, MONDAY_8, false],
    [{ 'oneway:conditional': '-1 @ (07:00-09:00)' }, MONDAY_12, true],
    [{ oneway: 'reversible', 'oneway:conditional': 'yes @ (00:00-10:00); -1 @ (10:00-24:00)' }, MONDAY_8, true],
    [{ oneway: 'reversible', 'oneway:conditional': 'yes @ (00:00-10:00); -1 @ (10:00-24:00)' }, MONDAY_12, false],
    [{ 'access:conditional': 'no @ (weight>3.5)' }, MONDAY_8, true],
    [{ 'access:conditional': 'no @ (weight>2)' }, MONDAY_8, false],
    [{ 'access:conditional': 'no @ (Mo-Fr 07:00-09:00 AND weight>3.5)' }, MONDAY_8, true],
    [{ 'access:conditional': 'no @ (Mo-Fr 07:00-09:00 AND weight>2)' }, MONDAY_8, false],
    [{ 'access:conditional': 'yes @ (delivery)', access: 'no' }, MONDAY_8, false],
    // The last condition that holds counts.
    [{ 'motor_vehicle:conditional': 'no @ (07:00-10:00); yes @ (Mo 07:30-08:30)' }, MONDAY_8, true],
    [{ highway: 'pedestrian', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' }, MONDAY_8, true],
    [{ highway: 'pedestrian', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' }, MONDAY_12, false],
    [{ highway: 'pedestrian', 'motor_vehicle:conditional': 'delivery @ (06:00-10:00)' }, MONDAY_8, false]
  ])('%j in minute %i: %s', async (tags, minute, expected) => {
    expect(await isDirect(detour(tags), minute)).toBe(expected)
  })

  it('count without a time as they are when the way is open', async () => {
    expect(await isDirect(detour({ 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' }))).toBe(true)
    expect(await isDirect(detour({ 'motor_vehicle:conditional': 'no @ (00:00-24:00)' }))).toBe(false)
  })

  it('close a street whose hours are unknown if the detour is short, and never open one', async () => {
    // The detour takes more than two minutes and 20 %.
    const long = detour({ 'access:conditional': 'no @ (snow)' })
    expect(await isDirect(long, MONDAY_8)).toBe(true)
    const short = detour({ 'access:conditional': 'no @ (snow)' }).way(6, 'BE', {}).node('H', 300, 80).way(7, 'BHC')
    expect(await drive(short, 'AB', 'CD', { minute: MONDAY_8 })).toContain('H')
    const holiday = detour({ 'access:conditional': 'no @ (PH)' }).node('H', 300, 80).way(7, 'BHC')
    expect(await drive(holiday, 'AB', 'CD', { minute: MONDAY_8 })).toContain('H')
    const closed = detour({ access: 'no', 'access:conditional': 'yes @ (dry)' })
    expect(await isDirect(closed, MONDAY_8)).toBe(false)
  })

  it('count at the time of arrival, not of departure', async () => {
    const sketch = detour({ 'motor_vehicle:conditional': 'no @ (08:00-09:00)' })
    // The street is 150 m away, so a car that starts half a minute earlier arrives when it is closed.
    expect(await isDirect(sketch, MONDAY_8 - 0.1)).toBe(false)
    expect(await isDirect(sketch, MONDAY_8 - 5)).toBe(true)
  })

  it('let a trip begin and end in a street that is closed, but not pass it', async () => {
    const sketch = detour({ 'motor_vehicle:conditional': 'no @ (07:00-09:00)' })
    expect(await drive(sketch, 'AB', 'XC', { minute: MONDAY_8 })).not.toBe('')
    expect(await drive(sketch, 'BX', 'AB', { minute: MONDAY_8 })).not.toBe('')
  })

  it('leave no route if the only road is closed', async () => {
    const bridge = new Sketch()
      .node('A', 0, 0)
      .node('B', 200, 0)
      .node('C', 400, 0)
      .node('D', 600, 0)
      .way(1, 'AB')
      .way(2, 'BC', { 'motor_vehicle:conditional': 'no @ (07:00-09:00)' })
      .way(3, 'CD')
    expect(await drive(bridge, 'AB', 'CD', { minute: MONDAY_8 })).toBe('')
    expect(await drive(bridge, 'AB', 'CD', { minute: MONDAY_12 })).toBe('BC')
  })
})

describe('hours of a gate', () => {
  it.each<[Tags, number, boolean]>([
    [{ barrier: 'gate', 'access:conditional': 'yes @ (08:00-18:00)', access: 'no' }, MONDAY_8, true],
    [{ barrier: 'gate', 'access:conditional': 'yes @ (08:00-18:00)', access: 'no' }, MONDAY_8 - 60, false],
    [{ barrier: 'bollard', motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' }, MONDAY_8, true],
    // Outside of its hours a barrier is what it is without a tag of access.
    [{ barrier: 'bollard', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' }, MONDAY_8, true],
    [{ barrier: 'bollard', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' }, MONDAY_12, false],
    [{ barrier: 'gate', 'access:conditional': 'yes @ (06:00-10:00)' }, MONDAY_8, true],
    [{ barrier: 'gate', 'access:conditional': 'yes @ (06:00-10:00)' }, MONDAY_12, false],
    [{ 'access:conditional': 'no @ (06:00-10:00)' }, MONDAY_8, false],
    [{ 'access:conditional': 'no @ (06:00-10:00)' }, MONDAY_12, true]
  ])('%j in minute %i: %s', async (tags, minute, expected) => {
    expect(await isDirect(detour({}, { X: tags }), minute)).toBe(expected)
  })
})

describe('hours of a turn restriction', () => {
  it.each<[Tags, number, boolean]>([
    [{ 'restriction:conditional': 'no_straight_on @ (Mo-Fr 07:00-09:00)' }, MONDAY_8, false],
    [{ 'restriction:conditional': 'no_straight_on @ (Mo-Fr 07:00-09:00)' }, MONDAY_12, true],
    [{ 'restriction:motorcar:conditional': 'no_straight_on @ (Mo-Fr 07:00-09:00)' }, MONDAY_8, false],
    [{ 'restriction:hgv:conditional': 'no_straight_on @ (Mo-Fr 07:00-09:00)' }, MONDAY_8, true],
    [{ 'restriction:conditional': 'no_straight_on @ (Mo-Fr 07:00-09:00)', except: 'taxi' }, MONDAY_8, true]
  ])('%j in minute %i: %s', async (tags, minute, expected) => {
    expect(await isDirect(detour().restriction('', 1, 'B', 2, tags), minute)).toBe(expected)
  })

  it('over ways', async () => {
    const sketch = detour()
      // Without a dead end there, in which to turn round.
      .way(5, 'GC', { oneway: 'yes' })
      .restriction('', 1, [2], 3, { 'restriction:conditional': 'no_straight_on @ (07:00-09:00)' })
    expect(await isDirect(sketch, MONDAY_8)).toBe(false)
    expect(await isDirect(sketch, MONDAY_12)).toBe(true)
    expect(await drive(sketch, 'EB', 'CD', { minute: MONDAY_8 })).toBe('BXC')
  })
})
