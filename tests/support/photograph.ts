/** Adds to a JPEG what a camera stores beside the pixels, and reads what an upload has left of it. */

/** The EXIF orientation of a sideways photo: a viewer turns it a quarter to the right. */
const ON_ITS_SIDE = 6

/** An entry of a TIFF directory: tag, type, count, and the value or its offset. */
function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16LE(tag, 0)
  bytes.writeUInt16LE(type, 2)
  bytes.writeUInt32LE(count, 4)
  bytes.writeUInt32LE(value, 8)
  return bytes
}

function directory(entries: Buffer[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16LE(entries.length)
  return Buffer.concat([count, ...entries, Buffer.alloc(4)])
}

/** EXIF data with the camera's orientation and position: 47° 8′ 28″ N. */
function exif(): Buffer {
  const [header, first, gps] = [8, 2 + 2 * 12 + 4, 2 + 2 * 12 + 4]
  const head = Buffer.from('II*\0\b\0\0\0', 'latin1')
  const latitude = Buffer.alloc(24)
  for (const [index, figure] of [47, 8, 28].entries()) {
    latitude.writeUInt32LE(figure, index * 8)
    latitude.writeUInt32LE(1, index * 8 + 4)
  }
  const tiff = Buffer.concat([
    head,
    directory([entry(0x0112, 3, 1, ON_ITS_SIDE), entry(0x8825, 4, 1, header + first)]),
    directory([entry(1, 2, 2, 'N'.charCodeAt(0)), entry(2, 5, 3, header + first + gps)]),
    latitude
  ])
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The picture as a camera held sideways would store it, with its position. */
export const asPhotographed = (jpeg: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif()), jpeg.subarray(2)])

/** The width and height in a JPEG's header, and the markers of its segments before the pixels. */
export function partsOf(jpeg: Buffer): { width: number; height: number; markers: number[] } {
  const parts = { width: 0, height: 0, markers: [] as number[] }
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0
    parts.markers.push(marker)
    if (marker === 0xc0 || marker === 0xc2)
      [parts.height, parts.width] = [jpeg.readUInt16BE(at + 5), jpeg.readUInt16BE(at + 7)]
    if (marker === 0xda) break
  }
  return parts
}
