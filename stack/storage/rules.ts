import { readFile } from 'node:fs/promises'
import { parse } from 'smol-toml'
import { Failure } from '../failure.ts'
import { refusals } from './errors.ts'

const bucketName = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/
const objectName = /^[\w/!\-.*'() &$@=;:+,?]{1,1024}$/

/**
 * Checks an object's name and returns it. It may only have the characters that hosted Supabase accepts, and no segment that a
 * URL could not keep, such as `..`.
 *
 * @throws StorageError InvalidKey
 */
export function checkName(name: string): string {
  const isDotted = name.split('/').some((part) => part === '.' || part === '..')
  if (!objectName.test(name) || isDotted || name.startsWith('/') || name.includes('//')) throw refusals.invalidKey(name)
  return name
}

/** Checks a bucket's name and returns it. @throws StorageError InvalidBucketName. */
export function checkBucketName(name: string): string {
  if (!bucketName.test(name) || name === '.' || name === '..') throw refusals.invalidBucketName()
  return name
}

/** Returns a media type without its parameters, in lower case. */
export function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/**
 * Checks a media type against a bucket's list.
 *
 * @param allowed Types such as `image/png` or `image/*`; null or an empty list allows all.
 * @throws StorageError InvalidMimeType.
 */
export function checkMimeType(type: string, allowed: readonly string[] | null): void {
  if (!allowed || allowed.length === 0) return
  const given = essence(type)
  const [family, name] = given.split('/')
  if (!family || !name) throw refusals.invalidMimeType(type)
  const fits = allowed.some((entry) => essence(entry) === given || essence(entry) === `${family}/*`)
  if (!fits) throw refusals.invalidMimeType(type)
}

const decimal: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/**
 * Reads a bucket's size limit from a request: a number of bytes, or a text such as `20MB`. Returns bytes, or null for no limit
 * of its own.
 *
 * @throws StorageError if the limit is malformed or above the global limit.
 */
export function readSizeLimit(value: unknown, globalLimit: number): number | null {
  if (value === null || value === undefined || value === '') return null
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(String(value)) ?? []
  const bytes = typeof value === 'number' ? value : Number(amount) * (decimal[(unit ?? '').toLowerCase()] ?? Number.NaN)
  if (!Number.isFinite(bytes) || bytes < 0) {
    throw refusals.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  if (bytes > globalLimit) throw refusals.tooLarge()
  return Math.floor(bytes)
}

/**
 * Reads a bucket's permitted types from a request. Returns each type once, without parameters; null if all types are permitted.
 */
export function readMimeTypes(value: unknown): string[] | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) throw refusals.invalidRequest('body/allowed_mime_types must be array')
  const types = value.filter(Boolean).map((entry) => essence(String(entry)))
  for (const type of types) if (!/^[\w!#$&^.+-]+\/([\w!#$&^.+-]+|\*)$/.test(type)) throw refusals.invalidMimeType(type)
  return [...new Set(types)]
}

const defaultLimit = 50 * 1024 * 1024
const binary: Record<string, number> = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/**
 * Reads `[storage] file_size_limit` of a project's config.toml, and returns it in bytes (default 50 MiB). In that file, `MB`
 * and `MiB` both mean multiples of 1024.
 *
 * @throws Failure if the value is no size.
 */
export async function readFileSizeLimit(file: string, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const { storage } = parse(text) as { storage?: { file_size_limit?: unknown } }
  const value = storage?.file_size_limit
  if (value === undefined) return defaultLimit
  const given = String(value)
  const resolved = /^env\((\w+)\)$/.exec(given)?.[1]
  const size = resolved === undefined ? given : (env[resolved] ?? '')
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/i.exec(size) ?? []
  if (amount === undefined) {
    throw new Failure(`${file}: storage.file_size_limit must be a size such as "50MiB"`, 'Correct the file.')
  }
  return Math.floor(Number(amount) * (binary[(unit || 'b').toLowerCase()] ?? 1))
}
