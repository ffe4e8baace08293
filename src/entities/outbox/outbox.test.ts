import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/server/errors'

const { sent, answer } = vi.hoisted(() => ({
  sent: [] as string[],
  answer: { next: [] as (string | null)[] }
}))

vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    rpc: async (name: string, { message, client_key, to_driver }: Record<string, string>) => {
      const refused = answer.next.shift() ?? null
      if (refused) throw new AppError(refused)
      sent.push([name, message, to_driver].filter(Boolean).join(' '))
      return { data: { client_key }, error: null }
    }
  }
}))

const soon = (check: () => void) => vi.waitFor(check, { timeout: 4500 })

async function load() {
  vi.resetModules()
  return import('./outbox')
}

beforeEach(() => {
  localStorage.clear()
  const token = `x.${btoa(JSON.stringify({ sub: 'ana' }))}.x`
  localStorage.setItem('hackney.session', JSON.stringify({ access_token: token }))
  sent.length = 0
  answer.next = []
})

it('messages that the network lost are stored, and leave in order from a page that is opened later', async () => {
  const first = await load()
  answer.next = ['network_error', 'network_error', 'network_error', 'network_error']
  first.queueMessage('ana', { bookingId: 'b', driverId: 'd', text: 'one' })
  await soon(() => expect(first.outboxState().isOut).toBe(true))
  first.queueMessage('ana', { bookingId: null, text: 'two' })
  expect(first.outboxState().messages).toMatchObject([{ text: 'one' }, { text: 'two' }])
  expect(sent).toEqual([])

  answer.next = []
  const later = await load()
  const stop = later.startOutbox('ana', () => {})
  await soon(() => expect(sent).toEqual(['send_chat_message one d', 'message_desk two']))
  await soon(() => expect(later.outboxState()).toEqual({ messages: [], isOut: false }))
  stop()
})

it('a message that is refused for good is told, does not hold up the next, and can be sent again or deleted', async () => {
  const box = await load()
  const told: (string | null)[] = []
  const stop = box.startOutbox('ana', ({ text, failedKey }) => told.push(`${text} ${failedKey}`))
  answer.next = ['chat_closed']
  box.queueMessage('ana', { bookingId: 'b', text: 'late' })
  box.queueMessage('ana', { bookingId: 'c', text: 'next' })
  await soon(() => expect(sent).toEqual(['send_chat_message next']))
  expect(told).toEqual(['late chat_closed'])
  await soon(() => expect(box.outboxState().messages).toHaveLength(1))
  const [failed] = box.outboxState().messages
  box.queueAgain(failed?.key ?? '')
  await soon(() => expect(sent).toEqual(['send_chat_message next', 'send_chat_message late']))
  await soon(() => expect(box.outboxState().messages).toEqual([]))
  answer.next = ['chat_closed']
  box.queueMessage('ana', { bookingId: 'b', text: 'again' })
  await soon(() => expect(box.outboxState().messages[0]?.failedKey).toBe('chat_closed'))
  box.dropMessage(box.outboxState().messages[0]?.key ?? '')
  expect(box.outboxState().messages).toEqual([])
  stop()
})

it('messages of another person of the device are neither shown nor sent', async () => {
  const box = await load()
  answer.next = ['network_error']
  box.queueMessage('ana', { bookingId: 'b', text: 'mine' })
  await soon(() => expect(box.outboxState().isOut).toBe(true))
  const token = `x.${btoa(JSON.stringify({ sub: 'ben' }))}.x`
  localStorage.setItem('hackney.session', JSON.stringify({ access_token: token }))
  const other = await load()
  const stop = other.startOutbox('ben', () => {})
  await soon(() => expect(answer.next).toEqual([]))
  expect(other.outboxState().messages).toEqual([])
  expect(sent).toEqual([])
  stop()
})
