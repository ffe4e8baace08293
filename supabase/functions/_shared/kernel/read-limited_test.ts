import { assertEquals, assertRejects } from '@std/assert'
import { readLimited } from './read-limited.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

Deno.test('a stream is read whole up to its limit, and cancelled beyond it', async () => {
  let [sent, isCancelled] = [0, false]
  const letters = (count: number) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < count) controller.enqueue(bytes('ab'))
        else controller.close()
      },
      cancel() {
        isCancelled = true
      },
    }, { highWaterMark: 0 })
  assertEquals(await readLimited(letters(2), 4), bytes('abab'))
  assertEquals(isCancelled, false)
  sent = 0
  await assertRejects(() => readLimited(letters(1000), 3), RangeError)
  assertEquals([sent, isCancelled], [2, true])
})
