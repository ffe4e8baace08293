import { assertEquals } from '@std/assert'
import { executed } from '../http-client/testing/server.ts'
import { createMailpit } from './mailpit.ts'

Deno.test('a message is delivered once, even if the connection breaks before the response', async () => {
  const send = (url: string) => createMailpit(url, { name: '', email: '' })({ to: 'a', subject: '', text: '' })
  assertEquals(await executed(send), 1)
})
