import { bucketLimits } from '@/types/public-limits'

export type Bucket = keyof typeof bucketLimits

/** Above this many bytes an upload goes in parts that can be resumed (spec section 9). */
export const RESUMABLE_ABOVE = 262_144
/** The first part of a resumable upload, and what the parts grow to, each twice as large as the one before. */
export const FIRST_CHUNK = 262_144
export const LARGEST_CHUNK = 33_554_432
/** The size of the part after one of this size. */
export const nextChunk = (size: number): number => Math.min(size * 2, LARGEST_CHUNK)

/** What a field is for: a picture is seen by others, a document is read once. */
export type UploadKind = 'picture' | 'document'

/** The types that a bucket takes of this kind; null for any. */
export function typesOf(bucket: Bucket, kind: UploadKind): readonly string[] | null {
  const types: readonly string[] | null = bucketLimits[bucket].types
  return types?.filter((type) => kind === 'document' || type.startsWith('image/')) ?? null
}

/** Why a bucket does not take a file, as a key; null where it does. Said before anything is sent. */
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

/** "PNG, JPEG, WEBP" and "5 MB", for the sentences about a bucket. */
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
    size: new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
      (size ?? 0) / 1024 / 1024
    )
  }
}
