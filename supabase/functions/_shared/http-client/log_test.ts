import { assertEquals } from '@std/assert'
import { createLog } from './log.ts'

Deno.test('stars stand for a secret, as it is and as addresses write it', () => {
  const lines: string[] = []
  const log = createLog(['sk.a+b/c=', ''], (line) => lines.push(line))
  log({ why: 'asked https://x/?token=sk.a%2Bb%2Fc%3D with sk.a+b/c=', calls: 2 })
  assertEquals(lines, ['{"why":"asked https://x/?token=*** with ***","calls":2}'])
})

Deno.test('a key of several lines is hidden, too', () => {
  const lines: string[] = []
  createLog(['-----BEGIN\nabc\n-----END'], (line) => lines.push(line))({ text: 'is -----BEGIN\nabc\n-----END' })
  assertEquals(lines, ['{"text":"is ***"}'])
})
