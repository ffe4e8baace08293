import { expect, it, vi } from 'vitest'
import { moving } from './moving'

it('an upload without progress fails and is stopped', async () => {
  const stop = vi.fn(async () => {})
  let progress = (_sent: number) => {}
  const send = ({ onProgress }: { onProgress: (sent: number) => void }) => {
    progress = onProgress
    return new Promise<void>(() => {})
  }
  vi.useFakeTimers()
  const sent = moving({ send, stop, discard: stop }, 1000).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(900)
  progress(1)
  await vi.advanceTimersByTimeAsync(900)
  expect(stop).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(await sent).toBe('network_error')
  expect(stop).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
