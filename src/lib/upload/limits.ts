import { bucketLimits } from '@/types/public-limits'

export type Bucket = keyof typeof bucketLimits

/** An upload of more bytes than this is sent in chunks and can be resumed (section 9 of the specification). */
export const RESUMABLE_ABOVE = 262_144
/** Size of the first chunk and of the largest one (bytes); each chunk is twice as large as the one before. */
export const FIRST_CHUNK = 262_144
export const LARGEST_CHUNK = 33_554_432
/** The size of the chunk after one of this size. */
export const nextChunk = (size: number): number => Math.min(size * 2, LARGEST_CHUNK)

/** The kind of file: a picture, which other people will see, or a document, which staff read. */
export type UploadKind = 'picture' | 'document'

/** The file types that a bucket accepts for this kind; null for any. */
export function typesOf(bucket: Bucket, kind: UploadKind): readonly string[] | null {
  const types: readonly string[] | null = bucketLimits[bucket].types
  return types?.filter((type) => kind === 'document' || type.startsWith('image/')) ?? null
}

/** Why a bucket refuses a file, as an error key; null if it accepts it. Checked before anything is sent. */
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

/** The limits of a bucket as text, such as "PNG, JPEG, WEBP" and "5 MB". */
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
