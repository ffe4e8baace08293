import { useEffect } from 'react'
import useSWR from 'swr'
import { toAppError } from '../server/errors'
import { apiUrl, authorizedFetch } from '../session/auth-client'
import { delaysWithin, OPERATION_RETRY_MS } from '../upload/pauses'
import { type FileState, useFileState } from './use-file-state'

type Bucket = 'users' | 'cartypes' | 'bookings' | 'shifts'

const storageUrl = `${apiUrl}/storage/v1`

/** How long a signed link works (seconds). A page renews it `EARLY_SECONDS` before it ends. */
const LINK_SECONDS = 3600
const EARLY_SECONDS = 300
/** How long a page uses a signed link before it asks for a new one (ms). */
export const RENEW_MS = (LINK_SECONDS - EARLY_SECONDS) * 1000

const delays = delaysWithin(OPERATION_RETRY_MS)

/** Buckets whose files everyone may read. Their files need no signed link. */
export const publicBuckets: ReadonlySet<string> = new Set(['cartypes', 'company'])

const pathOf = (bucket: string, path: string) => `${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`

/**
 * Splits `path#version` into the path and a parameter with the version. A replaced picture gets a new version. This changes its
 * address, so no cache shows the old picture.
 */
function parted(image: string): [path: string, version: string] {
  const at = image.indexOf('#')
  return at === -1 ? [image, ''] : [image.slice(0, at), `?v=${encodeURIComponent(image.slice(at + 1))}`]
}

/**
 * Returns a link to a file that works for an hour, without signing in.
 *
 * @throws {AppError} if the file is missing or the caller has no access
 */
export async function signedLink(bucket: Bucket, path: string): Promise<string> {
  const response = await authorizedFetch(`${storageUrl}/object/sign/${pathOf(bucket, path)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: LINK_SECONDS })
  })
  if (!response.ok) throw toAppError({ status: response.status })
  const { signedURL } = (await response.json()) as { signedURL: string }
  return `${storageUrl}${signedURL}`
}

/**
 * Returns the address of a picture. For a private bucket the address is a signed link, which only people with access get. It
 * works for an hour and is renewed before it ends.
 *
 * @param image the picture as a row contains it: its path in the bucket, or a full URL, which is returned unchanged
 * @returns undefined if there is no picture, while the link loads, and if the link is refused
 */
export function useStoredImage(bucket: Bucket, image: string | null | undefined): string | undefined {
  return useStoredLink(bucket, image).address
}

/**
 * Returns the address of another person's picture like `useStoredImage`, and why there is none: others see a picture only once
 * it was checked. The picture appears by itself then.
 */
export function useCheckedImage(
  bucket: Bucket,
  image: string | null | undefined
): { address: string | undefined; state: FileState | undefined } {
  const { address, isRefused, retry } = useStoredLink(bucket, image)
  const state = useFileState(bucket, isRefused && image ? parted(image)[0] : null)
  useEffect(() => {
    if (state === 'clean') retry()
  }, [state, retry])
  return { address, state }
}

function useStoredLink(bucket: Bucket, image: string | null | undefined) {
  const isAddress = /^https?:\/\//.test(image ?? '')
  const isPublic = publicBuckets.has(bucket)
  const { data, error, mutate } = useSWR(
    image && !isAddress && !isPublic ? ['stored-image', bucket, parted(image)[0], image] : null,
    ([, from, path]) => signedLink(from, path),
    {
      revalidateOnFocus: false,
      onErrorRetry: (error, _key, _config, revalidate, { retryCount }) => {
        const delay = delays[retryCount - 1]
        // Retry only after failures of the network. An error with a status is a refusal.
        if (delay !== undefined && toAppError(error).status === undefined) setTimeout(revalidate, delay, { retryCount })
      },
      dedupingInterval: 60_000,
      refreshInterval: RENEW_MS,
      // Renew links while the page is hidden, too.
      refreshWhenHidden: true
    }
  )
  return {
    address: addressOf(bucket, image, data),
    isRefused: error !== undefined && toAppError(error).status !== undefined,
    retry: mutate as () => void
  }
}

function addressOf(bucket: Bucket, image: string | null | undefined, signed: string | undefined): string | undefined {
  if (!image || /^https?:\/\//.test(image)) return image || undefined
  const [path, version] = parted(image)
  return publicBuckets.has(bucket) ? `${storageUrl}/object/public/${pathOf(bucket, path)}${version}` : signed
}
