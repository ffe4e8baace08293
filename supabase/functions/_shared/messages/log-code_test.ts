import { assertEquals } from '@std/assert'
import { createLogCode, type LoggedCode } from './log-code.ts'

const code: LoggedCode = {
  channel: 'sms',
  receiver: '+423111',
  userId: 'none',
  kind: 'sign_in_code',
  outcome: { state: 'sent', provider: 'twilio', ref: 'SM1' },
  segments: 1,
}

Deno.test('what became of a code is written into the log, without an account that is none', async () => {
  const calls: unknown[] = []
  const rpc = <Result>(name: string, args: Record<string, unknown>) => {
    calls.push([name, args['user_id'], args['outcome']])
    return Promise.resolve(null as Result)
  }
  await createLogCode({ rpc })(code)
  assertEquals(calls, [['log_code', null, { state: 'sent', provider: 'twilio', ref: 'SM1', segments: 1 }]])
})

Deno.test('a log that fails or hangs keeps nobody from the code', async () => {
  const { error } = console
  console.error = () => {}
  await createLogCode({ rpc: () => Promise.reject(new Error('down')) })(code)
  await createLogCode({ rpc: () => new Promise(() => {}) })(code)
  console.error = error
})
