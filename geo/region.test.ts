import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_INPUT, isRegionCurrent, optionsBefore, planRegion, whyNoTests } from './fingerprint.mjs'
import { REGION_FILES } from './leftovers.mjs'
import { argumentsOf, readOptions } from './options.ts'
import type { Box } from './osm/box.ts'
import { importRegion } from './region.ts'
import { Sketch } from './testing/extract.ts'
import { tileId } from './tiles/pmtiles.ts'

const folder = await mkdtemp(join(tmpdir(), 'hackney-region-'))
const out = join(folder, 'region')
afterAll(() => rm(folder, { recursive: true }))
const { info, counts, bytes } = await importRegion({ input: DEFAULT_INPUT, out })

function openTiles(bytes: Buffer): PMTiles {
  return new PMTiles({
    getKey: () => 'test',
    getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer })
  })
}

describe('importing the region', () => {
  it('describes the region', () => {
    expect(info).toMatchObject({ name: 'Liechtenstein', osm_date: '2013-08-03' })
    expect(info.attribution).toContain('https://www.openstreetmap.org/copyright')
    expect(info.input_sha256).toBe('edb2b075be057662691fc343abed4ed58f139dd7c501c243197640fcb3ea82d4')
    expect(info.center[0]).toBeCloseTo(9.522, 2)
    expect(info.center[1]).toBeCloseTo(47.139, 2)
    expect(counts.edges).toBeGreaterThan(5000)
    expect(counts.places).toBeGreaterThan(1200)
  })

  it('takes at most 3 MB', () => {
    expect(Object.keys(bytes).sort()).toEqual([...REGION_FILES].sort())
    expect(Object.values(bytes).reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 1024 ** 2)
  })

  it('produces the same bytes again, and replaces the folder as a whole', async () => {
    const before = await Promise.all(REGION_FILES.map((file) => readFile(join(out, file))))
    await importRegion({ input: DEFAULT_INPUT, out })
    const after = await Promise.all(REGION_FILES.map((file) => readFile(join(out, file))))
    expect(after.map((file, i) => file.equals(before[i] ?? Buffer.alloc(0)))).toEqual(REGION_FILES.map(() => true))
    expect(await readdir(folder)).toEqual(['region'])
  })

  it('produces the same bytes from a file in any order, and from a road network', async () => {
    const sketch = new Sketch()
    for (const [i, letter] of [...'ABCDEF'].entries()) sketch.node(letter, (i % 3) * 300, Math.floor(i / 3) * 300)
    sketch.way(1, 'ABC').way(2, 'CF').way(3, 'FED').way(4, 'DA').way(5, 'BE').restriction('no_left_turn', 1, 'B', 5)
    const network = join(folder, 'network.json')
    const ways = [...sketch.extract.ways.values()]
    const features = ways.map(({ tags, nodes }) => ({
      type: 'Feature',
      properties: tags,
      geometry: { type: 'LineString', coordinates: Array.from(nodes, (node) => sketch.extract.nodes.point(node)) }
    }))
    await writeFile(network, JSON.stringify({ type: 'FeatureCollection', features }))
    const [sorted, shuffled] = [join(folder, 'sorted.pbf'), join(folder, 'shuffled.pbf')]
    await writeFile(sorted, sketch.toPbf())
    await writeFile(shuffled, sketch.toPbf({ isShuffled: true }))
    const bytes = async (input: string, format: 'pbf' | 'geojson', box?: Box) => {
      const target = join(folder, 'again')
      await importRegion({ input, out: target, name: 'Grid', format, ...(box && { box }) })
      return Promise.all(
        ['tiles.pmtiles', 'graph.bin', 'places.json'].map((file) => readFile(join(target, file), 'hex'))
      )
    }
    const first = await bytes(sorted, 'pbf')
    expect(await readFile(sorted, 'hex')).not.toBe(await readFile(shuffled, 'hex'))
    expect(await bytes(shuffled, 'pbf')).toEqual(first)
    const box: Box = [9.4999, 47.0999, 9.503, 47.1001]
    const cut = await bytes(sorted, 'pbf', box)
    expect(await bytes(shuffled, 'pbf', box)).toEqual(cut)
    expect(cut).not.toEqual(first)
    expect(await bytes(network, 'geojson')).toEqual(await bytes(network, 'geojson'))
    for (const file of [network, sorted, shuffled, join(folder, 'again')]) await rm(file, { recursive: true })
  })

  it('detects that it is up to date', async () => {
    expect(isRegionCurrent(DEFAULT_INPUT, out)).toBe(true)
    expect(isRegionCurrent(DEFAULT_INPUT, join(folder, 'none'))).toBe(false)
    const other = join(folder, 'other.osm.pbf')
    await writeFile(other, 'something else')
    expect(isRegionCurrent(other, out)).toBe(false)
    await rm(other)
  })

  it('records its options for the next import', async () => {
    const target = join(folder, 'cut')
    await importRegion({ input: DEFAULT_INPUT, out: target, name: 'Vaduz', box: [9.5, 47.12, 9.54, 47.16] })
    expect(optionsBefore(DEFAULT_INPUT, target)).toEqual(['--name=Vaduz', '--bbox=9.5,47.12,9.54,47.16'])
    expect(optionsBefore(DEFAULT_INPUT, out)).toEqual(['--name=Liechtenstein'])
    expect(optionsBefore(join(target, 'graph.bin'), target)).toEqual([])
    expect(optionsBefore(DEFAULT_INPUT, join(folder, 'none'))).toEqual([])
    await rm(target, { recursive: true })
  })

  it('stays until another is requested, and is rebuilt from its own file when the importer has changed', async () => {
    const [target, input] = [join(folder, 'own'), join(folder, 'network.json')]
    const geometry = {
      type: 'LineString',
      coordinates: [
        [9.5, 47.1],
        [9.501, 47.1]
      ]
    }
    const features = [{ type: 'Feature', properties: { highway: 'residential', name: 'Weg' }, geometry }]
    await writeFile(input, JSON.stringify({ type: 'FeatureCollection', features }))
    await importRegion({ input, out: target, format: 'geojson', name: '-Own' })
    const plan = (asked?: string) => planRegion({ asked, out: target })
    expect(plan()).toEqual({})
    expect(plan(DEFAULT_INPUT)).toEqual({ input: DEFAULT_INPUT })
    expect(whyNoTests(target)).toContain('holds -Own: move it away')

    const region = await readFile(join(target, 'region.json'), 'utf8')
    expect(region).not.toContain(folder)
    await writeFile(join(target, 'region.json'), region.replace(/("importer_sha256":")\w+/, '$1another'))
    expect([plan(), plan(input)]).toEqual([{ input }, { input }])
    expect(optionsBefore(input, target)).toEqual(['--geojson', '--name=-Own'])
    await writeFile(input, 'something else')
    expect(plan()).toEqual({
      say: expect.stringMatching(/^the region -Own is of another version .+: import it again$/)
    })
    await rm(join(target, '.source.json'))
    expect(plan().say).toContain('it does not say from which file')
    for (const path of [target, input]) await rm(path, { recursive: true })
  })

  it('keeps the vehicle and its rights for the next import', async () => {
    const target = join(folder, 'hire')
    await importRegion({ input: DEFAULT_INPUT, out: target, vehicle: 'private_hire', taxiMay: ['permit', 'bus'] })
    const options = optionsBefore(DEFAULT_INPUT, target)
    expect(options).toEqual(['--name=Liechtenstein', '--vehicle=private_hire', '--taxi-may=permit,bus'])
    expect(readOptions(options).options).toMatchObject({ vehicle: 'private_hire', taxiMay: ['permit', 'bus'] })
    const files = readOptions(['--add', 'a.pbf', '--add=b.pbf', '--drops', '/c.pbf']).options
    expect(argumentsOf(files)).toEqual([`--add=${resolve('a.pbf')}`, `--add=${resolve('b.pbf')}`, '--drops=/c.pbf'])
    await rm(target, { recursive: true })
  })

  it('is the repository’s by default, and follows its changes', async () => {
    expect(planRegion({ out: join(folder, 'none') })).toEqual({ input: DEFAULT_INPUT })
    expect([planRegion({ out }), whyNoTests(out), whyNoTests(join(folder, 'none'))]).toEqual([{}, null, null])
    const region = await readFile(join(out, 'region.json'), 'utf8')
    await writeFile(join(out, 'region.json'), region.replace(/("input_sha256":")\w+/, '$1earlier'))
    expect([planRegion({ out }), whyNoTests(out)]).toEqual([{ input: DEFAULT_INPUT }, null])
    await writeFile(join(out, 'region.json'), region)
    // Simulate a clone that was moved to another path.
    const source = await readFile(join(out, '.source.json'), 'utf8')
    await writeFile(join(out, '.source.json'), source.replace(/"input":"[^"]*\/data\//, '"input":"/elsewhere/data/'))
    expect([planRegion({ out }), whyNoTests(out)]).toEqual([{}, null])
    await writeFile(join(out, '.source.json'), source)
  })

  it('writes nothing for invalid input, and never overwrites foreign files', async () => {
    const bad = join(folder, 'bad.pbf')
    await writeFile(bad, 'hello')
    await expect(importRegion({ input: bad, out: join(folder, 'new') })).rejects.toThrow('not an OpenStreetMap PBF')
    await mkdir(join(folder, 'mine'))
    await writeFile(join(folder, 'mine', 'thesis.txt'), 'years of work')
    await expect(importRegion({ input: DEFAULT_INPUT, out: join(folder, 'mine') })).rejects.toThrow('thesis.txt')
    expect((await readdir(folder)).sort()).toEqual(['bad.pbf', 'mine', 'region'])
  })
})

describe('the tiles', async () => {
  const tiles = openTiles(await readFile(join(out, 'tiles.pmtiles')))

  it('are an archive that the map’s reader understands', async () => {
    const header = await tiles.getHeader()
    expect(header).toMatchObject({ minZoom: 8, maxZoom: 14, clustered: true, numAddressedTiles: counts.tiles })
    expect(await tiles.getMetadata()).toMatchObject({ attribution: info.attribution })
    for (let z = 0; z <= 14; z++) {
      const [x, y] = [Math.floor(0.5261 * 2 ** z), Math.floor(0.3512 * 2 ** z)]
      expect(tileId({ z, x, y })).toBe(zxyToTileId(z, x, y))
    }
  })

  it('have every layer over Vaduz', async () => {
    const tile = await tiles.getZxy(14, 8625, 5753)
    const text = Buffer.from(tile?.data ?? new ArrayBuffer()).toString('latin1')
    for (const layer of ['landuse', 'water', 'buildings', 'roads', 'pois', 'places', 'boundary'])
      expect(text, layer).toContain(layer)
    for (const name of ['Städtle', 'name:ar', 'فادوز']) {
      expect(Buffer.from(tile?.data ?? new ArrayBuffer()).toString('utf8')).toContain(name)
    }
  })
})
