import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { afterAll, describe, expect, it } from 'vitest'
import { readExtract } from './extract.ts'

const folder = await mkdtemp(join(tmpdir(), 'hackney-geo-'))
afterAll(() => rm(folder, { recursive: true }))

/** A file block: length of its header, header, blob. */
function block(type: string, data: Uint8Array, compress = true): Buffer {
  const blob = new PbfWriter()
  if (compress) blob.writeBytesField(3, deflateSync(data))
  else blob.writeBytesField(1, data)
  const content = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, content.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, content])
}

function header(...features: string[]): Buffer {
  const pbf = new PbfWriter()
  for (const feature of features) pbf.writeStringField(4, feature)
  return block('OSMHeader', pbf.finish())
}

/** Two plain nodes, in the wrong order of ids, one tagged; and a way over both and one that is not in the file. */
function plainNodes(): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(
    1,
    (strings: string[], table: PbfWriter) => {
      for (const text of strings) table.writeStringField(1, text)
    },
    ['', 'name', 'Städtle']
  )
  pbf.writeMessage(
    2,
    (_: null, group: PbfWriter) => {
      for (const [id, lat] of [
        [9, 471_400_000],
        [-3, 471_500_000]
      ] as const) {
        group.writeMessage(
          1,
          (_inner: null, node: PbfWriter) => {
            node.writeSVarintField(1, id)
            if (id === 9) {
              node.writePackedVarint(2, [1])
              node.writePackedVarint(3, [2])
            }
            node.writeSVarintField(8, lat)
            node.writeSVarintField(9, 95_200_000)
          },
          null
        )
      }
      group.writeMessage(
        3,
        (_inner: null, way: PbfWriter) => {
          way.writeVarintField(1, 5)
          way.writePackedSVarint(8, [9, -12, 100])
        },
        null
      )
    },
    null
  )
  return pbf.finish()
}

async function read(...parts: Buffer[]) {
  const path = join(folder, 'test.osm.pbf')
  await writeFile(path, Buffer.concat(parts))
  return readExtract(path)
}

describe('reading a PBF file', () => {
  it('reads plain nodes, compressed or not, and sorts them', async () => {
    for (const compress of [true, false]) {
      const { nodes, nodeTags, ways } = await read(
        header('OsmSchema-V0.6'),
        block('OSMData', plainNodes(), compress),
        block('Other', new Uint8Array(3))
      )
      expect([nodes.size, nodes.id(0), nodes.id(1)]).toEqual([2, -3, 9])
      expect(nodes.point(1)).toEqual([9.52, 47.14])
      expect([...nodeTags]).toEqual([[1, { name: 'Städtle' }]])
      expect([...(ways.get(5)?.nodes ?? [])]).toEqual([1, 0, -1])
    }
  })

  it('says in one line what is wrong with a file', async () => {
    const good = header('OsmSchema-V0.6')
    await expect(read(Buffer.from('hello'))).rejects.toThrow('is not an OpenStreetMap PBF file')
    await expect(read(Buffer.alloc(0))).rejects.toThrow('is not an OpenStreetMap PBF file')
    await expect(read(Buffer.from('<?xml version="1.0"?>'))).rejects.toThrow('is not an OpenStreetMap PBF file')
    await expect(read(block('OSMData', plainNodes()))).rejects.toThrow('is not an OpenStreetMap PBF file')
    await expect(read(good, block('OSMData', plainNodes()).subarray(0, 40))).rejects.toThrow('ends in the middle')
    await expect(read(header('HistoricalInformation'))).rejects.toThrow('needs "HistoricalInformation"')
    await expect(readExtract(join(folder, 'missing.pbf'))).rejects.toThrow('there is no such file')
    await expect(readExtract(folder)).rejects.toThrow('is not an OpenStreetMap PBF file')
  })
})
