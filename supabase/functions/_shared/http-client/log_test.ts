import { assertEquals } from '@std/assert'
import { createLog } from './log.ts'

Deno.test('a secret is masked in the log, both plain and URL-encoded', () => {
  const lines: string[] = []
  const log = createLog(['sk.a+b/c=', ''], (line) => lines.push(line))
  log({ why: 'asked https://x/?token=sk.a%2Bb%2Fc%3D with sk.a+b/c=', calls: 2 })
  assertEquals(lines, ['{"why":"asked https://x/?token=*** with ***","calls":2}'])
})

Deno.test('a multi-line key is masked, too', () => {
  const lines: string[] = []
  createLog(['-----BEGIN\nabc\n-----END'], (line) => lines.push(line))({ text: 'is -----BEGIN\nabc\n-----END' })
  assertEquals(lines, ['{"text":"is ***"}'])
})
