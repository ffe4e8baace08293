import { assertEquals } from '@std/assert'
import { executed } from '../http-client/testing/server.ts'
import { createMailpit } from './mailpit.ts'

Deno.test('a message is handed over once, also when the connection breaks before the answer', async () => {
  const send = (url: string) => createMailpit(url, { name: '', email: '' })({ to: 'a', subject: '', text: '' })
  assertEquals(await executed(send), 1)
})
