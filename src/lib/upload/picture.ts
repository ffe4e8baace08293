import { AppError } from '@/lib/errors'

/** Longer edges are of no use on a screen (px). */
const LONGEST_EDGE = 2048
const JPEG_QUALITY = 0.9

/** Kinds that a canvas writes; others, such as drawings and documents, are sent as they are. */
const redrawn = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Within the longest edge, in the same proportion. */
export function sizeWithin(width: number, height: number, most = LONGEST_EDGE): [width: number, height: number] {
  const scale = Math.min(1, most / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/**
 * A picture as it is sent: upright, and without what the camera wrote into it, such as the place where it was taken. It is
 * drawn anew, so nothing but pixels is left.
 *
 * @param longestEdge of a larger picture (px)
 * @throws AppError image_unreadable for what is no picture in spite of its name
 */
export async function preparePicture(file: Blob, longestEdge = LONGEST_EDGE): Promise<Blob> {
  if (!redrawn.has(file.type)) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new AppError('image_unreadable', { cause })
  })
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = sizeWithin(bitmap.width, bitmap.height, longestEdge)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, JPEG_QUALITY))
  // A browser that cannot write a kind writes PNG instead.
  if (!drawn) throw new AppError('image_unreadable')
  return drawn
}
