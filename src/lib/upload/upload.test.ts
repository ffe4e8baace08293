import { expect, it, vi } from 'vitest'
import { FIRST_CHUNK, LARGEST_CHUNK, limitWords, nextChunk, RESUMABLE_ABOVE, refusalOf } from './limits'
import { delaysWithin, OPERATION_RETRY_MS, UPLOAD_RETRY_MS } from './pauses'
import { after, type UploadEvent, type UploadState } from './state'
import { UploadTask } from './upload-task'

const states: UploadState[] = ['running', 'pausing', 'paused', 'success', 'canceled', 'error']
const allowed = (event: UploadEvent) => states.filter((state) => after(state, event) !== null)

// Spec 4.64
it('an upload pauses only while it runs, resumes only when paused, and is canceled while it runs or pauses', () => {
  expect(allowed('pause')).toEqual(['running'])
  expect(allowed('resume')).toEqual(['paused'])
  expect(allowed('cancel')).toEqual(['running', 'pausing'])
  expect(allowed('stopped')).toEqual(['pausing'])
})

it('a finished upload no longer changes its state', () => {
  for (const state of ['success', 'canceled', 'error'] as const) {
    for (const event of ['pause', 'stopped', 'resume', 'cancel', 'succeed', 'fail'] as const) {
      expect(after(state, event)).toBeNull()
    }
  }
})

/** An upload whose progress the test controls. */
function started() {
  const sends: { done: () => void; fail: (error: Error) => void; progress: (sent: number) => void }[] = []
  let stopped = () => {}
  const discard = vi.fn(async () => {})
  const task = new UploadTask(
    {
      send: ({ onProgress }) =>
        new Promise<void>((done, fail) => {
          sends.push({ done, fail, progress: onProgress })
        }),
      stop: () =>
        new Promise<void>((resolve) => {
          stopped = resolve
        }),
      discard
    },
    1000
  )
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { task, sends, stop: () => stopped(), discard, settle, state: () => task.snapshot().state }
}

it('an upload reports its progress and its end', async () => {
  const { task, sends, settle } = started()
  const seen: string[] = []
  const end = task.subscribe(() => seen.push(`${task.snapshot().state} ${task.snapshot().sent}`))
  sends[0]?.progress(400)
  sends[0]?.done()
  await settle()
  end()
  expect(seen).toEqual(['running 400', 'success 1000'])
})

it('pausing lasts until the chunk under way has stopped, and resuming uses the same transport', async () => {
  const { task, sends, stop, settle, state } = started()
  expect(task.resume()).toBe(false)
  expect(task.pause()).toBe(true)
  expect([state(), task.pause()]).toEqual(['pausing', false])
  stop()
  await settle()
  expect(state()).toBe('paused')
  expect(task.cancel()).toBe(false)
  expect(task.resume()).toBe(true)
  expect([state(), sends.length]).toEqual(['running', 2])
})

it('canceling deletes what has arrived, and a late success changes nothing', async () => {
  const { task, sends, discard, settle, state } = started()
  expect(task.cancel()).toBe(true)
  expect(discard).toHaveBeenCalledOnce()
  sends[0]?.done()
  await settle()
  expect(state()).toBe('canceled')
})

it('a failed upload has an error key', async () => {
  const { task, sends, settle } = started()
  sends[0]?.fail(Object.assign(new Error('Failed to fetch'), {}))
  await settle()
  expect(task.snapshot()).toMatchObject({ state: 'error', error: { key: 'network_error' } })
})

// Spec 9.32
it('the storage limits are those of the specification', () => {
  expect([RESUMABLE_ABOVE, FIRST_CHUNK, LARGEST_CHUNK]).toEqual([262_144, 262_144, 33_554_432])
  expect([OPERATION_RETRY_MS, UPLOAD_RETRY_MS]).toEqual([120_000, 600_000])
  const chunks = [FIRST_CHUNK]
  while (chunks.length < 9) chunks.push(nextChunk(chunks.at(-1) ?? 0))
  expect(chunks[1]).toBe(524_288)
  expect(chunks.slice(-2)).toEqual([LARGEST_CHUNK, LARGEST_CHUNK])
})

// Spec 9.33
it('retries end at the time limit', () => {
  for (const limit of [OPERATION_RETRY_MS, UPLOAD_RETRY_MS]) {
    const sum = delaysWithin(limit).reduce((a, b) => a + b)
    expect(sum).toBeLessThanOrEqual(limit)
    expect(sum).toBeGreaterThan(limit - 31_000)
  }
})

it('a refused file is reported before anything is sent', () => {
  expect(refusalOf('cartypes', 'picture', { type: 'image/png', size: 5_242_880 })).toBeNull()
  expect(refusalOf('cartypes', 'picture', { type: 'image/png', size: 5_242_881 })).toBe('image_too_large')
  expect(refusalOf('cartypes', 'picture', { type: 'application/pdf', size: 1 })).toBe('image_type_refused')
  expect(refusalOf('users', 'picture', { type: 'image/svg+xml', size: 1 })).toBe('image_type_refused')
})

it('a document may be a PDF, a picture may not', () => {
  const pdf = { type: 'application/pdf', size: 1 }
  expect(refusalOf('users', 'document', pdf)).toBeNull()
  expect(refusalOf('users', 'picture', pdf)).toBe('image_type_refused')
  expect(refusalOf('users', 'document', { ...pdf, size: 10_485_761 })).toBe('image_too_large')
  expect(limitWords('users', 'document', 'en').types).toBe('PNG, JPEG, WEBP, PDF')
  expect(limitWords('users', 'picture', 'en').types).toBe('PNG, JPEG, WEBP')
})
