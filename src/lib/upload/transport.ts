import { accessToken, apiKey, apiUrl } from '@/lib/auth-client'
import { AppError } from '@/lib/errors'
import { shaped, text } from '@/lib/shape'
import { readStored, store } from '@/lib/stored'
import { type Bucket, FIRST_CHUNK, nextChunk, RESUMABLE_ABOVE } from './limits'
import { delaysWithin, UPLOAD_RETRY_MS } from './pauses'
import type { Transport } from './upload-task'

interface Target {
  bucket: Bucket
  path: string
  file: Blob
  /** Token of a signed address, which lets someone without a session upload this one file. */
  token?: string
  /**
   * Names this file so that its upload can resume later, even after the page was closed. Failures are reported at once instead
   * of retried, because the caller retries.
   */
  resumeAs?: string
}

const storage = `${apiUrl}/storage/v1`
const endpoint = `${storage}/upload/resumable`

/** Storage key of the one resumable upload of this browser. */
const BEGUN = 'hackney.upload'
const isBegun = shaped<{ name: string; url: string }>({ name: text, url: text })

/** The address of the upload with this name; null if none was started, or another one since. */
function begunAt(name: string): string | null {
  const begun = readStored(BEGUN)
  return isBegun(begun) && begun.name === name && begun.url.startsWith(`${endpoint}/`) ? begun.url : null
}

function keepBegun(name: string, url: string | null): void {
  store(BEGUN, url && { name, url })
}

async function headers(isSigned = false): Promise<Record<string, string>> {
  if (isSigned) return { apikey: apiKey }
  const token = await accessToken()
  // Pictures are replaced in place: their links are versioned, and caches keep the old ones.
  return { apikey: apiKey, authorization: `Bearer ${token ?? apiKey}`, 'x-upsert': 'true' }
}

/** The storage's refusal as an error key. */
function refusal(status: number, body: string): AppError {
  if (/Payload too large|EntityTooLarge|exceeded the maximum/i.test(body) || status === 413) {
    return new AppError('image_too_large', { status })
  }
  if (status === 415 || /mime type|InvalidMimeType/i.test(body)) return new AppError('image_type_refused', { status })
  if (status === 401) return new AppError('not_logged_in', { status })
  if (status === 403 || /row-level security|Unauthorized/i.test(body)) return new AppError('not_allowed', { status })
  return new AppError(status === 429 ? 'too_many_requests' : 'upload_failed', { status })
}

/** Sends a file in one request, or resumable in chunks if it is large. */
export function transportOf(target: Target): Transport {
  const delays = delaysWithin(target.resumeAs ? 0 : UPLOAD_RETRY_MS)
  // Pictures are shrunk before, so with a signed address only a large PDF starts over after a pause.
  return target.file.size > RESUMABLE_ABOVE && !target.token ? inParts(target, delays) : asOne(target, delays)
}

const loadTus = () => import('tus-js-client')

/** Loads the code for large files in advance, in case the network goes. */
export const warmUpload = (): void => void loadTus().catch(() => {})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isWorthRetrying = (status: number) => status === 0 || status === 423 || status === 429 || status >= 500

/** A small file in one request. XMLHttpRequest reports progress, fetch does not. After a pause it starts over. */
function asOne({ bucket, path, file, token }: Target, delays: readonly number[]): Transport {
  let request: XMLHttpRequest | null = null
  let isStopped = false
  const attempt = async (onProgress: (sent: number) => void): Promise<{ status: number; body: string }> => {
    const own = await headers(token !== undefined)
    return new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      request = xhr
      if (token) xhr.open('PUT', `${storage}/object/upload/sign/${bucket}/${path}?token=${encodeURIComponent(token)}`)
      else xhr.open('POST', `${storage}/object/${bucket}/${path}`)
      for (const [name, value] of Object.entries({
        ...own,
        'content-type': file.type,
        'cache-control': 'max-age=3600'
      })) {
        xhr.setRequestHeader(name, value)
      }
      xhr.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
      xhr.onload = () => resolve({ status: xhr.status, body: xhr.responseText })
      xhr.onerror = () => resolve({ status: 0, body: '' })
      xhr.send(file)
    })
  }
  const stop = async () => {
    isStopped = true
    request?.abort()
  }
  return {
    send: async ({ onProgress }) => {
      isStopped = false
      for (const delay of [...delays, null]) {
        const { status, body } = await attempt(onProgress)
        if (status >= 200 && status < 300) return
        if (!isWorthRetrying(status)) throw refusal(status, body)
        if (delay === null) break
        await sleep(delay)
        if (isStopped) await new Promise(() => {})
      }
      throw new AppError('upload_failed')
    },
    stop,
    discard: stop
  }
}

/** A large file by tus. Chunks start small, so that a slow network loses little, and grow. */
function inParts({ bucket, path, file, resumeAs }: Target, retryDelays: number[]): Transport {
  let upload: import('tus-js-client').Upload | null = null
  let isStopped = false
  return {
    send: async ({ onProgress }) => {
      isStopped = false
      const { Upload, DetailedError } = await loadTus()
      if (isStopped) await new Promise(() => {})
      await new Promise<void>((resolve, reject) => {
        const options = {
          onProgress: (sent: number) => onProgress(sent),
          onSuccess: () => {
            if (resumeAs) store(BEGUN, null)
            resolve()
          },
          onError: (error: Error) => {
            const response = error instanceof DetailedError ? error.originalResponse : null
            reject(response ? refusal(response.getStatus(), response.getBody()) : new AppError('network_error'))
          }
        }
        if (upload) {
          Object.assign(upload.options, options)
        } else {
          const made = new Upload(file, {
            ...options,
            endpoint,
            // If the storage no longer knows the upload, tus starts it over.
            uploadUrl: resumeAs ? begunAt(resumeAs) : null,
            onUploadUrlAvailable: () => resumeAs && keepBegun(resumeAs, made.url),
            metadata: { bucketName: bucket, objectName: path, contentType: file.type, cacheControl: '3600' },
            chunkSize: FIRST_CHUNK,
            onChunkComplete: (size) => {
              made.options.chunkSize = nextChunk(size)
            },
            // A token may expire between chunks.
            onBeforeRequest: async (request) => {
              for (const [name, value] of Object.entries(await headers())) request.setHeader(name, value)
            },
            retryDelays,
            storeFingerprintForResuming: false
          })
          upload = made
        }
        upload?.start()
      })
    },
    stop: async () => {
      isStopped = true
      await upload?.abort()
    },
    discard: async () => void (await upload?.abort(true))
  }
}
