import type { Context } from './context.ts'
import { refusals } from './errors.ts'
import type { Bucket, ObjectMetadata } from './rows.ts'
import { checkMimeType, essence } from './rules.ts'

/** The first bytes that a file of each of these types must have. */
const beginnings: Record<string, RegExp> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/gif': /^GIF8[79]a/,
  'application/pdf': /^%PDF-/
}

/** Returns the maximum size of an object in a bucket, in bytes. */
export function limitOf({ fileSizeLimit }: Context, { file_size_limit }: Pick<Bucket, 'file_size_limit'>): number {
  return Math.min(fileSizeLimit, file_size_limit ?? fileSizeLimit)
}

/**
 * Checks type and size of a new object by the bucket's rules, for every way of uploading. In a bucket that allows only certain
 * types, pictures and PDF files must also begin with the bytes of their type (`beginnings`).
 *
 * @throws StorageError
 */
export async function checkContent(
  context: Context,
  bucket: Bucket,
  version: string,
  { mimetype, size }: Pick<ObjectMetadata, 'mimetype' | 'size'>
): Promise<void> {
  if (size > limitOf(context, bucket)) throw refusals.tooLarge()
  const types = bucket.allowed_mime_types
  checkMimeType(mimetype, types)
  const beginning = types?.length ? beginnings[essence(mimetype)] : undefined
  if (!beginning) return
  const head = await new Response(await context.files.read(version, { start: 0, end: 15 })).arrayBuffer()
  if (!beginning.test(Buffer.from(head).toString('latin1'))) throw refusals.invalidMimeType(mimetype)
}
