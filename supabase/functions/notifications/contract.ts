// Requests and responses of `notifications`.
import * as z from 'zod/mini'

/** The longest time that a call may keep polling (s). */
const LONGEST = 50

const text = (name: string, most: number) => {
  const error = `${name} is a text of ${most} characters at most`
  return z.string({ error }).check(z.maxLength(most, error))
}
const needed = (name: string, most: number) =>
  text(name, most).check(z.regex(/\S/, `${name} is a text of ${most} characters at most`))

const seconds = `for_seconds is a number from 0 to ${LONGEST}`

export const notificationsContract = {
  /** `notifications/send` without the field `token`: delivers due messages of the outbox. */
  drain: {
    asked: z.object({
      /** How long to keep polling for due messages (s). */
      for_seconds: z.nullish(z.number({ error: seconds }).check(z.minimum(0, seconds), z.maximum(LONGEST, seconds))),
    }),
    answered: z.union([
      z.object({ sent: z.int(), failed: z.int() }),
      /** The response to a call with `for_seconds` on platforms that let the delivery continue after the response. */
      z.object({ started: z.literal(true) }),
    ]),
  },
  /** `notifications/send` with the field `token`: sends one push to the device with this token. */
  push: {
    asked: z.object({
      token: needed('token', 4096),
      title: needed('title', 200),
      msg: needed('msg', 2000),
      screen: z.nullish(text('screen', 50)),
      channelId: z.nullish(text('channelId', 50)),
      bookingId: z.nullish(text('bookingId', 50)),
    }),
    answered: z.union([
      z.object({ success: z.literal(true) }),
      z.object({ success: z.literal(false), error: z.enum(['token_gone', 'undeliverable', 'try_again']) }),
    ]),
  },
}

export type PushAsked = z.output<typeof notificationsContract.push.asked>
export type PushAnswered = z.output<typeof notificationsContract.push.answered>
export type DrainAnswered = z.output<typeof notificationsContract.drain.answered>
