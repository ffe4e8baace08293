import type { Context } from './context.ts'
import { refusals } from './errors.ts'
import type { Bucket, ObjectMetadata } from './rows.ts'
import { checkMimeType } from './rules.ts'

/** Returns the maximum size of an object in a bucket, in bytes. */
export function limitOf({ fileSizeLimit }: Context, { file_size_limit }: Pick<Bucket, 'file_size_limit'>): number {
  return Math.min(fileSizeLimit, file_size_limit ?? fileSizeLimit)
}

/**
 * Checks type and size of a new object by the bucket's rules, for every way of uploading. Like Supabase Storage it does not look
 * at the bytes: the product does (`supabase/functions/files`).
 *
 * @throws StorageError
 */
export function checkContent(
  context: Context,
  bucket: Bucket,
  { mimetype, size }: Pick<ObjectMetadata, 'mimetype' | 'size'>
): void {
  if (size > limitOf(context, bucket)) throw refusals.tooLarge()
  checkMimeType(mimetype, bucket.allowed_mime_types)
}
