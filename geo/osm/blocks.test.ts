import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { PbfReader, PbfWriter } from 'pbf'
import { afterAll, describe, expect, it } from 'vitest'
import { fileBlock, PbfFile, type PbfOptions } from '../testing/pbf-file.ts'
import { readExtract } from './extract.ts'

const folder = await mkdtemp(join(tmpdir(), 'hackney-geo-'))
afterAll(() => rm(folder, { recursive: true }))

const path = join(folder, 'test.osm.pbf')

/**
 * The bytes of a file: two nodes in the wrong order of ids, one of them tagged, and a way over both nodes and a missing one.
 */
function sample(options: PbfOptions = {}): Buffer {
  const parts: Uint8Array[] = []
  const file = new PbfFile((bytes) => parts.push(bytes), options)
  file.node(12_000_000_009, 9.52, 47.14, { name: 'Städtle', source: 'survey' })
  file.node(-3, 9.52, 47.15)
  file.way(5, [12_000_000_009, -3, 97])
  file.finish()
  return Buffer.concat(parts)
}

const header = (): Buffer => {
  const parts: Uint8Array[] = []
  new PbfFile((bytes) => parts.push(bytes))
  return Buffer.concat(parts)
}

async function read(...parts: Uint8Array[]) {
  await writeFile(path, Buffer.concat(parts))
  return readExtract(path)
}

/** A block with hand-written content, as a protocol buffer. */
function blob(write: (pbf: PbfWriter) => void, size?: number): Buffer {
  const content = new PbfWriter()
  write(content)
  const data = content.finish()
  const head = new PbfWriter()
  head.writeStringField(1, 'OSMData')
  head.writeVarintField(3, size ?? data.length)
  const headBytes = head.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headBytes.length)
  return Buffer.concat([length, headBytes, data])
}

/** Positions in a file at which a block ends. */
function blockEnds(file: Buffer): Set<number> {
  const ends = new Set<number>()
  for (let at = 0; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const head = { size: 0 }
    new PbfReader(file.subarray(at + 4, at + 4 + length)).readFields((tag, result, pbf) => {
      if (tag === 3) result.size = pbf.readVarint()
    }, head)
    at += 4 + length + head.size
    ends.add(at)
  }
  return ends
}

describe('reading a PBF file', () => {
  it.each([{}, { dense: false }, { compress: false }, { withInfo: true }])(
    'reads and sorts nodes: %j',
    async (options) => {
      const { nodes, nodeTags, ways } = await read(sample(options), fileBlock('Other', new Uint8Array(3)))
      expect([nodes.size, nodes.id(0), nodes.id(1)]).toEqual([2, -3, 12_000_000_009])
      expect(nodes.point(1)).toEqual([9.52, 47.14])
      expect([...nodeTags]).toEqual([[1, { name: 'Städtle' }]])
      expect([...(ways.get(5)?.nodes ?? [])]).toEqual([1, 0, -1])
    }
  )

  it('reads the header', async () => {
    const { header } = await read(sample({ bbox: [9.5, 47, 9.6, 47.2], timestamp: 1_700_000_000 }))
    expect(header).toMatchObject({ bbox: [9.5, 47, 9.6, 47.2], date: '2023-11-14' })
  })

  it('returns ways and relations in order of id, whatever their order in the file', async () => {
    const parts: Uint8Array[] = []
    const file = new PbfFile((bytes) => parts.push(bytes))
    file.relation(8, [{ type: 'way', id: 3, role: 'outer' }], { type: 'multipolygon' })
    file.relation(2, [], { type: 'boundary' })
    file.way(9, [1, 2], { name: 'nine' })
    file.way(3, [2, 1], { name: 'three' })
    file.node(1, 9, 47)
    file.node(2, 9.1, 47)
    file.finish()
    const { ways, relations } = await read(...parts)
    expect([...ways.values()].map(({ id, nodes, tags }) => [id, [...nodes], tags.name])).toEqual([
      [3, [1, 0], 'three'],
      [9, [0, 1], 'nine']
    ])
    expect(ways.get(9)?.tags).toEqual({ name: 'nine' })
    expect(ways.get(4)).toBeUndefined()
    expect(relations.map(({ id }) => id)).toEqual([2, 8])
  })
})

describe('an unusual PBF file', () => {
  it('may have the positions of nodes on its ways only', async () => {
    const parts: Uint8Array[] = []
    const file = new PbfFile((bytes) => parts.push(bytes), { hasLocationsOnWays: true })
    file.node(2, 9.52, 47.15, { name: 'B' })
    file.way(5, [1, 2, 3], { highway: 'service' }, [9.51, 47.14, 9.52, 47.15, 9.53, 47.16])
    file.way(6, [3, 4], {}, [9.53, 47.16, 9.54, 47.17])
    file.finish()
    const { nodes, nodeTags, ways } = await read(...parts)
    expect(Array.from({ length: nodes.size }, (_, i) => [nodes.id(i), ...nodes.point(i)])).toEqual([
      [1, 9.51, 47.14],
      [2, 9.52, 47.15],
      [3, 9.53, 47.16],
      [4, 9.54, 47.17]
    ])
    expect([...nodeTags]).toEqual([[1, { name: 'B' }]])
    expect([...(ways.get(6)?.nodes ?? [])]).toEqual([2, 3])
    const inside = await readExtract(path, [9.535, 47.165, 9.6, 47.2])
    expect([...inside.ways.values()].map(({ id }) => id)).toEqual([6])
    expect(inside.nodes.size).toBe(2)
  })

  it('may hold everything twice', async () => {
    const { nodes, nodeTags, ways, relations } = await read(sample(), sample())
    expect([nodes.size, ways.size, [...nodeTags].length, relations.length]).toEqual([2, 1, 1, 0])
    expect([...ways.values()].map(({ id }) => id)).toEqual([5])
  })

  it('may have negative ids', async () => {
    const parts: Uint8Array[] = []
    const file = new PbfFile((bytes) => parts.push(bytes))
    file.node(-1, 9.51, 47.14)
    file.node(-2, 9.52, 47.15)
    file.way(-7, [-1, -2], { highway: 'service' })
    file.relation(-9, [{ type: 'way', id: -7, role: 'outer' }], { type: 'multipolygon' })
    file.finish()
    const { ways, relations } = await read(...parts)
    expect([...(ways.get(-7)?.nodes ?? [])]).toEqual([1, 0])
    expect(relations[0]?.members[0]?.id).toBe(-7)
    expect(relations[0]?.id).toBe(-9)
  })
})

describe('several PBF files', () => {
  /** Writes a file: a street of two nodes, a lane from its end to a house, and what is given. */
  async function write(name: string, first: number, rest: (file: PbfFile) => void): Promise<string> {
    const parts: Uint8Array[] = []
    const file = new PbfFile((bytes) => parts.push(bytes), { bbox: [first / 100, 47, (first + 2) / 100, 47.1] })
    for (let i = first; i <= first + 2; i++) file.node(i, i / 100, 47.05)
    rest(file)
    file.finish()
    const target = join(folder, name)
    await writeFile(target, Buffer.concat(parts))
    return target
  }

  it('are one extract, in which what they share counts once', async () => {
    const west = await write('west.pbf', 900, (file) => {
      file.way(1, [900, 901, 902], { highway: 'primary' })
      file.way(2, [902, 903], { highway: 'residential' })
    })
    const east = await write('east.pbf', 902, (file) => {
      file.way(2, [902, 903], { highway: 'residential' })
      file.way(3, [903, 904], { highway: 'primary' })
    })
    const { header, nodes, ways } = await readExtract(west, undefined, undefined, { added: [east] })
    expect([...ways.values()].map(({ id, nodes: line }) => [id, [...line]])).toEqual([
      [1, [0, 1, 2]],
      [2, [2, 3]],
      [3, [3, 4]]
    ])
    expect(nodes.size).toBe(5)
    expect(header.bbox).toEqual([9, 47, 9.04, 47.1])
    expect(header.core).toEqual([9, 47, 9.04, 47.1])
  })

  it('for drops give only main roads, airports and towns', async () => {
    const own = await write('own.pbf', 900, (file) => file.way(1, [900, 901, 902], { highway: 'residential' }))
    const neighbour = await write('neighbour.pbf', 902, (file) => {
      file.node(50, 9.03, 47.06, { place: 'town', name: 'Town' })
      file.node(51, 9.03, 47.06, { shop: 'bakery', name: 'Bakery' })
      file.node(52, 9.04, 47.051, { aeroway: 'terminal', name: 'Terminal' })
      file.node(53, 9.025, 47.05)
      file.way(2, [902, 903, 904], { highway: 'primary' })
      file.way(3, [903, 53], { highway: 'residential' })
      file.way(4, [904, 52], { highway: 'service' })
    })
    const { header, nodeTags, ways } = await readExtract(own, undefined, undefined, { drops: [neighbour] })
    expect([...ways.values()].map(({ id }) => id)).toEqual([1, 2, 4])
    expect([...nodeTags].map(([, { name }]) => name).sort()).toEqual(['Terminal', 'Town'])
    expect(header.core).toEqual([9, 47, 9.02, 47.1])
    expect(header.bbox).toEqual([9, 47, 9.04, 47.1])
  })
})

describe('a PBF file that was cut between two blocks', () => {
  const count = 9000
  /** Nodes of a long street, 8,000 to a block, then so many of its ways with two nodes each. */
  async function readStreet(ways: number, nodes = count) {
    const parts: Uint8Array[] = []
    const file = new PbfFile((bytes) => parts.push(bytes))
    for (let i = 0; i < nodes; i++) file.node(i + 1, 9 + i / 1e5, 47)
    for (let i = 0; i < ways; i++) file.way(i + 1, [i + 1, i + 2], { highway: 'residential' })
    file.finish()
    return read(...parts)
  }

  it('is refused if it has no ways, half of the nodes, or nodes without a way', async () => {
    await expect(readStreet(0)).rejects.toThrow('holds nodes but no ways: it was cut off')
    await expect(readStreet(count - 1, 4000)).rejects.toThrow('of the 17998 nodes of its ways')
    await expect(readStreet(8000)).rejects.toThrow('999 of its 9000 nodes belong to no way')
    expect((await readStreet(count - 1)).ways.size).toBe(count - 1)
  })
})

describe('an invalid PBF file', () => {
  const whole = sample()
  const notPbf = 'is not an OpenStreetMap PBF file'
  const damaged = 'holds a damaged block: download it again'
  const garbage = Uint8Array.from({ length: 500 }, (_, i) => (i * 7919) % 251)

  it.each<[string, Uint8Array[], string]>([
    ['some text', [Buffer.from('hello')], notPbf],
    ['nothing', [Buffer.alloc(0)], 'is empty: download it again'],
    ['an XML file', [Buffer.from('<?xml version="1.0"?><osm version="0.6"/>')], 'is OpenStreetMap XML, not PBF'],
    ['an OPL file', [Buffer.from('n1 v1 dV c1 t i1 utest T x9.5 y47.1\n')], 'osmium cat'],
    ['an O5M file', [Buffer.from('\xff\xe0\x04o5m2', 'latin1')], 'osmium cat'],
    ['a gzip file', [gzipSync(whole)], 'is compressed by gzip, not PBF. Convert it first: gunzip'],
    ['a bzip2 file', [Buffer.from('BZh91AY&SY')], 'bunzip2'],
    ['a ZIP archive', [Buffer.from('PK\x03\x04')], 'unzip'],
    ['a block whose type lost a letter', [whole, fileBlock('OSMDatb', new Uint8Array(3))], damaged],
    ['a page that says what went wrong', [Buffer.from(`<!doctype html><title>404</title>${' '.repeat(500)}`)], notPbf],
    ['no header first', [fileBlock('OSMData', new Uint8Array(3))], notPbf],
    ['noise', [garbage], notPbf],
    ['noise behind the header', [header(), garbage], damaged],
    ['zeros behind the header', [header(), new Uint8Array(100)], damaged],
    ['noise inside a block', [header(), fileBlock('OSMData', garbage)], damaged],
    ['noise instead of a compressed block', [header(), blob((pbf) => pbf.writeBytesField(3, garbage))], damaged],
    ['an empty block', [header(), blob(() => {})], damaged],
    ['a block that claims gigabytes', [header(), blob(() => {}, 3e9)], damaged],
    [
      'a block that unpacks to 40 MB',
      [header(), blob((pbf) => pbf.writeBytesField(3, deflateSync(new Uint8Array(4e7))))],
      damaged
    ],
    ['a block of another compression', [header(), blob((pbf) => pbf.writeBytesField(7, garbage))], 'other than zlib'],
    ['a feature that we lack', [sample({ features: ['HistoricalInformation'] })], 'needs "HistoricalInformation"']
  ])('%s', async (_, parts, message) => {
    await expect(read(...parts)).rejects.toThrow(message)
    await expect(read(...parts)).rejects.toHaveProperty('name', 'ImportError')
  })

  it('may be truncated anywhere', async () => {
    const sound = blockEnds(whole)
    for (let length = 1; length < whole.length; length++) {
      // Skip cuts at the end of a block: nothing in the file shows that another block should follow.
      if (sound.has(length)) continue
      await expect(read(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow(
        /ends in the middle of a block|is not an OpenStreetMap PBF file/
      )
    }
  })

  it('with any one byte changed is complete or gives a one-line error', async () => {
    for (let at = 0; at < whole.length; at++) {
      for (const bits of [0xff, 0x01, 0x10]) {
        const bytes = Buffer.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ bits
        const result = await read(bytes).catch((error: Error) => error.name)
        if (typeof result === 'string') expect(result, `byte ${at}`).toBe('ImportError')
        else expect([result.nodes.size, result.ways.size], `byte ${at}`).toEqual([2, 1])
      }
    }
  })

  it('may be missing, or a folder', async () => {
    await expect(readExtract(join(folder, 'missing.pbf'))).rejects.toThrow('there is no such file')
    await expect(readExtract(folder)).rejects.toThrow('it is a folder')
  })
})
