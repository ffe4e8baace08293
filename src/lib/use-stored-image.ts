import useSWR from 'swr'
import { apiUrl, authorizedFetch } from './auth-client'
import { toAppError } from './errors'
import { delaysWithin, OPERATION_RETRY_MS } from './upload/pauses'

const storageUrl = `${apiUrl}/storage/v1`

/** How long a signed link works, and how long before its end a page takes a new one (s). */
const LINK_SECONDS = 3600
const EARLY_SECONDS = 300

const delays = delaysWithin(OPERATION_RETRY_MS)

/** Buckets whose pictures everybody may see. */
const publicBuckets = new Set(['cartypes'])

const pathOf = (bucket: string, path: string) => `${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`

/** `path#version`: a picture that was replaced has another address, so no cache shows the old one. */
function parted(image: string): [path: string, version: string] {
  const at = image.indexOf('#')
  return at === -1 ? [image, ''] : [image.slice(0, at), `?v=${encodeURIComponent(image.slice(at + 1))}`]
}

async function signedLink(bucket: string, path: string): Promise<string> {
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
 * The address of a picture that a row names by its path in a bucket: a link that works for an hour, and only for who may
 * see it, and a new one before it ends. An address of its own stays as it is.
 *
 * @returns undefined while there is none, and where it is not to be had
 */
export function useStoredImage(
  bucket: 'users' | 'cartypes' | 'bookings' | 'shifts',
  image: string | null | undefined
): string | undefined {
  const isAddress = /^https?:\/\//.test(image ?? '')
  const isPublic = publicBuckets.has(bucket)
  const { data } = useSWR(
    image && !isAddress && !isPublic ? ['stored-image', bucket, parted(image)[0], image] : null,
    ([, from, path]) => signedLink(from, path),
    {
      revalidateOnFocus: false,
      onErrorRetry: (error, _key, _config, revalidate, { retryCount }) => {
        const delay = delays[retryCount - 1]
        // What was refused stays refused.
        if (delay !== undefined && toAppError(error).status === undefined) setTimeout(revalidate, delay, { retryCount })
      },
      dedupingInterval: 60_000,
      refreshInterval: (LINK_SECONDS - EARLY_SECONDS) * 1000,
      // A page that comes back into sight has links that work.
      refreshWhenHidden: true
    }
  )
  if (!image) return undefined
  if (isAddress) return image
  const [path, version] = parted(image)
  return isPublic ? `${storageUrl}/object/public/${pathOf(bucket, path)}${version}` : data
}
