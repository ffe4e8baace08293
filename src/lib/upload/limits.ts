import { bucketLimits } from '@/types/limits'

export type Bucket = keyof typeof bucketLimits

/** Above this many bytes an upload goes in parts that can be resumed (spec section 9). */
export const RESUMABLE_ABOVE = 262_144
/** The first part of a resumable upload, and what the parts grow to, each twice as large as the one before. */
export const FIRST_CHUNK = 262_144
export const LARGEST_CHUNK = 33_554_432
/** How long a failing upload is tried again, and any other call of the storage (ms). */
export const UPLOAD_RETRY_MS = 600_000
export const OPERATION_RETRY_MS = 120_000

/** The size of the part after one of this size. */
export const nextChunk = (size: number): number => Math.min(size * 2, LARGEST_CHUNK)

/** Pauses between tries: 1, 2, 4, … at most 30 seconds, for as long as it may take (ms). */
export function delaysWithin(limit: number): number[] {
  const delays: number[] = []
  for (let sum = 0, delay = 1000; sum + delay <= limit; delay = Math.min(delay * 2, 30_000)) {
    delays.push(delay)
    sum += delay
  }
  return delays
}

/** Why a bucket does not take a file, as a key; null where it does. Said before anything is sent. */
export function refusalOf(bucket: Bucket, { type, size }: Pick<File, 'type' | 'size'>): string | null {
  const { types, size: most } = bucketLimits[bucket]
  if (types && !(types as readonly string[]).includes(type)) return 'image_type_refused'
  return most !== null && size > most ? 'image_too_large' : null
}

/** "PNG, JPEG, WEBP" and "5 MB", for the sentences about a bucket. */
export function limitWords(bucket: Bucket, locale: string) {
  const { types, size } = bucketLimits[bucket]
  return {
    types: (types ?? [])
      .map((type) =>
        type
          .replace(/^image\//, '')
          .replace(/\+xml$/, '')
          .toUpperCase()
      )
      .join(', '),
    size: new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
      (size ?? 0) / 1024 / 1024
    )
  }
}
