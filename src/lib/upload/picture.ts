import { AppError } from '@/lib/server/errors'

/** Length to which a picture's longer edge is reduced by default (px). On a screen, more pixels would look the same. */
const LONGEST_EDGE = 2048
/** The longest edge of a logo: sharp in print and on every screen, yet small, because every visitor loads it (px). */
export const LOGO_EDGE = 512
const JPEG_QUALITY = 0.9

/**
 * Types of pictures that are drawn anew, because a canvas can write them. Other files, such as SVGs and documents, are sent
 * unchanged.
 */
const redrawn = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Reduces a size until the longer edge has the length `most`, and keeps the proportions. */
export function sizeWithin(width: number, height: number, most = LONGEST_EDGE): [width: number, height: number] {
  const scale = Math.min(1, most / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/**
 * Prepares a file for upload. A JPEG, PNG or WebP picture is drawn anew, upright and without the camera's metadata, such as the
 * location. Any other file is returned unchanged.
 *
 * @param longestEdge larger pictures are reduced until their longer edge has this length (px)
 * @throws AppError image_unreadable if the browser cannot read or draw the picture
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
  // A small picture is a logo, which also goes into PDFs, icons and mails: they know no WebP.
  const type = file.type === 'image/webp' && longestEdge <= LOGO_EDGE ? 'image/png' : file.type
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
  // Null means that the canvas failed. (If a browser cannot write the type, it writes PNG instead.)
  if (!drawn) throw new AppError('image_unreadable')
  return drawn
}
