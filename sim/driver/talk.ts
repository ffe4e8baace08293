import { Refusal } from '../client/api.ts'
import { codeIn, languageOf, type Meaning, meaningOf, type Phrases, phrases, type Tongue } from '../phrases.ts'
import type { Account, Booking, Town } from '../town.ts'

interface Message {
  id: string
  from_id: string
  message: string
}

/** The driver replies to at most this many of the rider's messages on one trip. */
const MOST_REPLIES = 4
/** Seconds that a driver needs to type an answer. */
const TYPING = 3

/** A driver's chat with the rider of one trip. */
export interface Talk {
  /** Queues a message, which `send` sends after the time for typing. @param after time for typing (s) */
  say(text: (words: Phrases) => string, now: number, after?: number): void
  /** Reads new messages and queues answers. @param minutesAway minutes until the car arrives; -1 if it has arrived */
  read(now: number, minutesAway: number): Promise<void>
  /**
   * Sends the messages whose typing is finished. Returns when the next one is due (ms since 1970); Infinity if there is none.
   */
  send(now: number): Promise<number>
  /** Returns the last code that the rider has written; null if there is none, or if it was already returned. */
  takeCode(): string | null
}

function answerTo(meaning: Meaning, minutesAway: number, isWaiting: boolean): (words: Phrases) => string {
  if (meaning === 'where') return isWaiting ? ({ here }) => here : ({ where }) => where(minutesAway)
  if (meaning === 'coming') return ({ noHurry }) => noHurry
  if (meaning === 'thanks') return ({ welcome }) => welcome
  return ({ yes }) => yes
}

export function createTalk({ api, watch }: Town, account: Account, booking: Booking): Talk {
  const seen = new Set<string>()
  const outbox: { at: number; text: (words: Phrases) => string }[] = []
  let tongue: Tongue = 'en'
  let code: string | null = null
  let replies = 0
  const talk: Talk = {
    say(text, now, after = TYPING) {
      outbox.push({ at: now + after * 1000, text })
    },
    async read(now, minutesAway) {
      const query = `chat_messages?select=id,from_id,message&booking_id=eq.${booking.id}&order=created_at,id&limit=200`
      for (const { id, from_id, message } of await api.rows<Message>(account.token, query)) {
        watch.message(account, booking, from_id)
        if (seen.has(id) || from_id === account.id) continue
        seen.add(id)
        tongue = languageOf(message) ?? tongue
        const told = codeIn(message)
        if (told) code = told
        else if (replies++ < MOST_REPLIES) talk.say(answerTo(meaningOf(message), minutesAway, minutesAway < 0), now)
      }
    },
    async send(now) {
      while (outbox[0] && outbox[0].at <= now) {
        const [next] = outbox
        outbox.shift()
        const message = next.text(phrases[tongue])
        try {
          await api.rpc(account.token, 'send_chat_message', { booking_id: booking.id, message })
        } catch (error) {
          // Ignore `chat_closed`: the booking has ended in the meantime.
          if (!(error instanceof Refusal) || error.key !== 'chat_closed') throw error
        }
      }
      return outbox[0]?.at ?? Number.POSITIVE_INFINITY
    },
    takeCode() {
      const told = code
      code = null
      return told
    }
  }
  return talk
}
