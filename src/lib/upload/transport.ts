import { AppError } from '@/lib/server/errors'
import { accessToken, apiKey, apiUrl } from '@/lib/session/auth-client'
import { shaped, text } from '@/lib/storage/shape'
import { readStored, store } from '@/lib/storage/stored'
import { type Bucket, FIRST_CHUNK, nextChunk, RESUMABLE_ABOVE } from './limits'
import { delaysWithin, UPLOAD_RETRY_MS } from './pauses'
import type { Transport } from './upload-task'

interface Target {
  bucket: Bucket
  path: string
  file: Blob
  /** The token of a signed address, with which a person without a session may upload this one file. */
  token?: string
  /**
   * A name under which the upload can be resumed later, even after the page was closed. If it is set, failures are not retried
   * but reported at once, because the caller retries.
   */
  resumeAs?: string
}

const storage = `${apiUrl}/storage/v1`
const endpoint = `${storage}/upload/resumable`

/** Key in the browser's storage for the address of the current resumable upload. Only one upload is stored. */
const BEGUN = 'hackney.upload'
const isBegun = shaped<{ name: string; url: string }>({ name: text, url: text })

/**
 * Returns the address of the resumable upload with this name; null if none was started, or if another one was started since.
 */
function begunAt(name: string): string | null {
  const begun = readStored(BEGUN)
  return isBegun(begun) && begun.name === name && begun.url.startsWith(`${endpoint}/`) ? begun.url : null
}

function keepBegun(name: string, url: string | null): void {
  store(BEGUN, url && { name, url })
}

/** @param token the token of a signed address, which replaces the session */
async function headers(token?: string): Promise<Record<string, string>> {
  if (token !== undefined) return { apikey: apiKey, 'x-signature': token }
  return sessionHeaders()
}

async function sessionHeaders(): Promise<Record<string, string>> {
  const token = await accessToken()
  // `x-upsert` lets the file replace another one at the same path. Links to pictures contain a version, so caches do not show
  // the old picture.
  return { apikey: apiKey, authorization: `Bearer ${token ?? apiKey}`, 'x-upsert': 'true' }
}

/** Converts a refusal by the storage to an AppError. */
function refusal(status: number, body: string): AppError {
  if (/Payload too large|EntityTooLarge|exceeded the maximum/i.test(body) || status === 413) {
    return new AppError('image_too_large', { status })
  }
  if (status === 415 || /mime type|InvalidMimeType/i.test(body)) return new AppError('image_type_refused', { status })
  if (status === 401) return new AppError('not_logged_in', { status })
  if (status === 403 || /row-level security|Unauthorized/i.test(body)) return new AppError('not_allowed', { status })
  return new AppError(status === 429 ? 'too_many_requests' : 'upload_failed', { status })
}

/** Chooses how a file is sent: in one request, or in resumable chunks if it is large. */
export function transportOf(target: Target): Transport {
  const delays = delaysWithin(target.resumeAs ? 0 : UPLOAD_RETRY_MS)
  return target.file.size > RESUMABLE_ABOVE ? inParts(target, delays) : asOne(target, delays)
}

const loadTus = () => import('tus-js-client')

/** Loads the code that sends large files in advance: it could not be loaded if the network failed before the upload. */
export const warmUpload = (): void => void loadTus().catch(() => {})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether a later attempt may succeed after a response with this status; 0 stands for no response. */
export const isWorthRetrying = (status: number) => status === 0 || status === 423 || status === 429 || status >= 500

/**
 * Sends a file in one request. After a pause it starts over. It uses XMLHttpRequest, because fetch does not report progress.
 */
function asOne({ bucket, path, file, token }: Target, delays: readonly number[]): Transport {
  let request: XMLHttpRequest | null = null
  // Counts the calls of `send` and `stop`. If it changed while a call of `send` waited, that call sends no further request.
  let calls = 0
  const attempt = async (
    own: number,
    onProgress: (sent: number) => void
  ): Promise<{ status: number; body: string }> => {
    const access = token ? { apikey: apiKey } : await headers().catch(() => null)
    if (!access) return { status: 0, body: '' }
    if (own !== calls) await new Promise(() => {})
    return new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      request = xhr
      if (token) xhr.open('PUT', `${storage}/object/upload/sign/${bucket}/${path}?token=${encodeURIComponent(token)}`)
      else xhr.open('POST', `${storage}/object/${bucket}/${path}`)
      for (const [name, value] of Object.entries({
        ...access,
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
    calls += 1
    request?.abort()
  }
  return {
    send: async ({ onProgress, onRetry }) => {
      calls += 1
      const own = calls
      for (const delay of [...delays, null]) {
        const { status, body } = await attempt(own, onProgress)
        if (status >= 200 && status < 300) return
        if (!isWorthRetrying(status)) throw refusal(status, body)
        if (delay === null) break
        onRetry?.()
        await sleep(delay)
        if (own !== calls) await new Promise(() => {})
      }
      throw new AppError('upload_failed')
    },
    stop,
    discard: stop
  }
}

/**
 * Sends a large file in chunks by tus, a protocol for resumable uploads. The first chunk is small, so that little is lost if a
 * slow network fails. Each later one is twice as large, up to a limit.
 */
function inParts({ bucket, path, file, token, resumeAs }: Target, retryDelays: number[]): Transport {
  let upload: import('tus-js-client').Upload | null = null
  let isStopped = false
  return {
    send: async ({ onProgress, onRetry }) => {
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
          onShouldRetry: ({ originalResponse }: import('tus-js-client').DetailedError) => {
            const status = originalResponse?.getStatus() ?? 0
            // 409: the storage has received more bytes than the phone knows of. The next attempt asks it how many.
            const isRetried = status === 409 || isWorthRetrying(status)
            if (isRetried) onRetry?.()
            return isRetried
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
            endpoint: token ? `${endpoint}/sign` : endpoint,
            // The address of an earlier upload with this name, which is resumed. If the storage no longer knows it, tus starts
            // over.
            uploadUrl: resumeAs ? begunAt(resumeAs) : null,
            onUploadUrlAvailable: () => resumeAs && keepBegun(resumeAs, made.url),
            metadata: { bucketName: bucket, objectName: path, contentType: file.type, cacheControl: '3600' },
            chunkSize: FIRST_CHUNK,
            onChunkComplete: (size) => {
              made.options.chunkSize = nextChunk(size)
            },
            // Set the session's token before each chunk, because it may expire between two chunks.
            onBeforeRequest: async (request) => {
              for (const [name, value] of Object.entries(await headers(token))) request.setHeader(name, value)
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
