import { bucketLimits } from '@/types/public-limits'
import { formatUnit } from '../format/format'

export type Bucket = keyof typeof bucketLimits

/**
 * Size in bytes above which a file is uploaded in chunks, so that the upload can be resumed (section 9 of the specification).
 */
export const RESUMABLE_ABOVE = 262_144
/** Size of the first chunk in bytes. Each chunk is twice as large as the one before, up to `LARGEST_CHUNK`. */
export const FIRST_CHUNK = 262_144
export const LARGEST_CHUNK = 33_554_432
/** Returns the size of the chunk that follows one of this size. */
export const nextChunk = (size: number): number => Math.min(size * 2, LARGEST_CHUNK)

/** The kind of a file: a picture, which other people will see, or a document, which staff read. */
export type UploadKind = 'picture' | 'document'

/** Returns the file types that a bucket accepts for this kind of file; null if it accepts any. */
export function typesOf(bucket: Bucket, kind: UploadKind): readonly string[] | null {
  const types: readonly string[] | null = bucketLimits[bucket].types
  return types?.filter((type) => kind === 'document' || type.startsWith('image/')) ?? null
}

/**
 * Returns the error key for a file that a bucket does not accept; null if it accepts the file. Used before anything is sent.
 */
export function refusalOf(
  bucket: Bucket,
  kind: UploadKind,
  { type, size }: Pick<File, 'type' | 'size'>
): string | null {
  const types = typesOf(bucket, kind)
  const { size: most } = bucketLimits[bucket]
  if (types && !types.includes(type)) return 'image_type_refused'
  return most !== null && size > most ? 'image_too_large' : null
}

/** Returns the limits of a bucket as texts, such as "PNG, JPEG, WEBP" and "5 MB". */
export function limitWords(bucket: Bucket, kind: UploadKind, locale: string) {
  const { size } = bucketLimits[bucket]
  return {
    types: (typesOf(bucket, kind) ?? [])
      .map((type) =>
        type
          .replace(/^\w+\//, '')
          .replace(/\+xml$/, '')
          .toUpperCase()
      )
      .join(', '),
    size: formatUnit((size ?? 0) / 1024 / 1024, 'megabyte', locale, 1)
  }
}
