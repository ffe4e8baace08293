import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_INPUT } from '../fingerprint.mjs'
import { contains } from '../osm/multipolygon.ts'
import { importRegion } from '../region.ts'
import { middleOf, routerOf } from '../testing/drive.ts'
import { Sketch } from '../testing/extract.ts'
import { drivingSide } from './driving-side.ts'
import type { TownFacts } from './facts.ts'

const folder = await mkdtemp(join(tmpdir(), 'hackney-town-'))
afterAll(() => rm(folder, { recursive: true }))

async function factsOf(input: string | Sketch): Promise<TownFacts> {
  const [file, out] = [join(folder, 'sketch.osm.pbf'), join(folder, 'region')]
  if (input instanceof Sketch) await writeFile(file, input.toPbf())
  await importRegion({ input: input instanceof Sketch ? file : input, out })
  return JSON.parse(await readFile(join(out, 'town.json'), 'utf8'))
}

/** A junction with an arm in each direction, and a larger road from west to east so that the others give way. */
const cross = () =>
  new Sketch()
    .node('W', -300, 0)
    .node('X', 0, 0)
    .node('E', 300, 0)
    .node('S', 0, -300)
    .node('N', 0, 300)
    .way(1, 'WXE')
    .way(2, 'SXN')

/** A roundabout beside the junction, drawn against the clock or with it. */
const withRoundabout = (letters: 'ABCDA' | 'ADCBA', tags: Record<string, string> = {}) =>
  cross()
    .node('A', 1000, -30)
    .node('B', 1030, 0)
    .node('C', 1000, 30)
    .node('D', 970, 0)
    .way(3, 'ED')
    .way(4, letters, { junction: 'roundabout', ...tags })

describe('the side on which people drive', () => {
  it('is read from the direction of the roundabouts', () => {
    expect(drivingSide(withRoundabout('ABCDA').extract, () => 'GB')).toBe('right')
    expect(drivingSide(withRoundabout('ADCBA').extract, () => 'FR')).toBe('left')
  })

  it('is that of the country where no roundabout tells its direction', () => {
    for (const oneway of ['no', '-1']) {
      const { extract } = withRoundabout('ABCDA', { oneway })
      expect(drivingSide(extract, () => 'MT')).toBe('left')
      expect(drivingSide(extract, () => 'LI')).toBe('right')
      expect(drivingSide(extract, () => '')).toBe('right')
    }
  })

  it('decides which turn crosses the oncoming traffic, and so takes longer', async () => {
    const seconds = async (sketch: Sketch, to: string) => {
      const route = (await routerOf(sketch)).route([middleOf(sketch, 'SX'), middleOf(sketch, to)])
      return route?.time_in_secs ?? Number.NaN
    }
    const [right, left] = [withRoundabout('ABCDA'), withRoundabout('ADCBA')]
    expect(await seconds(right, 'WX')).toBeGreaterThan(await seconds(right, 'XE'))
    expect(await seconds(left, 'WX')).toBeLessThan(await seconds(left, 'XE'))
  })
})

describe('facts about a town', () => {
  it('say which streets no way reaches, and where the largest islands are', async () => {
    const facts = await factsOf(
      cross()
        .node('I', 5000, 0, { place: 'village', name: 'Island' })
        .node('J', 7500, 0)
        .node('K', 9000, 0)
        .node('L', 9300, 0)
        .way(3, 'IJ')
        .way(4, 'KL')
    )
    expect(facts.roads).toMatchObject({ km: 4, out_of_reach_km: 2.8, islands: [{ name: 'Island', km: 2.5 }] })
  })

  it('do not count the lanes of car parks as streets out of reach', async () => {
    const yard = cross().node('P', 5000, 0).node('Q', 9000, 0).way(3, 'PQ', { highway: 'service' })
    expect((await factsOf(yard)).roads).toMatchObject({ km: 1.2, out_of_reach_km: 0, islands: [] })
  })

  it('count the streets without house numbers', async () => {
    const facts = await factsOf(cross().node('H', 20, 100, { 'addr:housenumber': '3', 'addr:street': 'SXN' }))
    expect(facts.addresses).toEqual({ streets: 2, without_numbers: 1 })
  })

  it('propose the border of a municipality that has the streets, or the area around them', async () => {
    const bordered = (size: number) =>
      cross()
        .node('a', -size, -size)
        .node('b', size, -size)
        .node('c', size, size)
        .node('d', -size, size)
        .way(9, 'abcda', { highway: '' })
        .relation({ type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Town' }, [9])
    expect((await factsOf(bordered(310))).area).toMatchObject({ of: 'border', name: 'Town' })
    for (const size of [3000, 100]) {
      const { area } = await factsOf(bordered(size))
      expect(area).toMatchObject({ of: 'streets', name: '' })
      expect(area.corners).toHaveLength(4)
    }
  })

  it('name the places of a region for which a fixed price is usual', async () => {
    const { spots, area, drives_on } = await factsOf(DEFAULT_INPUT)
    expect(drives_on).toBe('right')
    expect(area).toMatchObject({ of: 'border', name: 'Liechtenstein' })
    expect(area.corners.length).toBeLessThanOrEqual(60)
    expect(contains(area.corners, [9.5209, 47.141])).toBe(true)
    expect(spots.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining([
        'airport Heliport Balzers',
        'station Schaan-Vaduz',
        'hospital Liechtensteinisches Landesspital',
        'border '
      ])
    )
    for (const { corners, lng, lat } of spots) expect(contains(corners, [lng, lat])).toBe(true)
    expect(spots.find(({ kind }) => kind === 'border')?.near).toBe('Schaanwald')
  })

  it('offer no place that no street reaches', async () => {
    const station = { railway: 'station', name: 'Halt' }
    expect((await factsOf(cross().node('H', 100, 100, station))).spots).toHaveLength(1)
    expect((await factsOf(cross().node('H', 100, 2000, station))).spots).toHaveLength(0)
  })
})
