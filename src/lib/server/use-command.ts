import { useId, useRef } from 'react'
import { type Key, useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { toast } from '../page/toast'
import { type Asks, checkAsked } from './asking'
import { AppError, toAppError } from './errors'
import { useErrorText } from './use-error-text'

interface CommandOptions<Arg, Answer> {
  /** Returns the keys of the queries that are read again after success. */
  invalidates?: (arg: Arg) => readonly Key[]
  onDone?: (answer: Answer, arg: Arg) => void | Promise<void>
  /** Called after success and after failure. */
  onSettled?: () => void
  /** Text of the toast that is shown after success. */
  done?: string
  /** `inline` (the default): the caller shows `error` beside the button. `toast`: for a button that may be gone by then. */
  failure?: 'inline' | 'toast'
  /** How the person is asked first: for every command that moves money or ends a ride (tests/contract/asked.test.ts). */
  asks?: Asks
  /** Whether a shortcut of one key may run the command, because it only reads, or asks somebody again. */
  byKey?: boolean
  /** Whether the command can be run while offline. */
  worksOffline?: boolean
}

export interface Command<Arg> {
  /** Sends the command. Resolves to true if it succeeded; to false if it failed, or if another request was still running. */
  run: (arg: Arg) => Promise<boolean>
  busy: boolean
  /** The argument that is being sent; null if none is. It distinguishes buttons that share a command. */
  sent: Arg | null
  error: AppError | null
  /** Clears the error. */
  reset: () => void
}

let lastSuccess = -Infinity

/** How long ago a command of this page last succeeded (ms); infinite if none has. */
export const msSinceCommand = (): number => performance.now() - lastSuccess

/**
 * Prepares a change of data that a button triggers. It manages the button's busy state, the error, the queries to read again,
 * and an idempotency key.
 *
 * @param send gets the same `clientKey` until it succeeds, so that the server recognises a repeated request after a lost
 * response. If it returns `null`, nothing was sent, and the next call gets the same key
 * @example const cancel = useCommand((reason: string) => cancelBooking(id, reason), { invalidates: () =>
 * [bookingKeys.booking(id)] })
 */
export function useCommand<Arg = void, Answer = unknown>(
  send: (arg: Arg, clientKey: string) => Promise<Answer>,
  options: CommandOptions<Arg, Answer> = {}
): Command<Arg> {
  const { mutate } = useSWRConfig()
  const errorText = useErrorText()
  const clientKey = useRef<string | null>(null)
  const current = useRef<{ arg: Arg } | null>(null)

  const work = async (_key: unknown, { arg }: { arg: { arg: Arg } }): Promise<true> => {
    if (!options.worksOffline && !navigator.onLine) throw new AppError('network_error')
    clientKey.current ??= crypto.randomUUID()
    const answer = await send(arg.arg, clientKey.current)
    if (answer !== null) clientKey.current = null
    lastSuccess = performance.now()
    await Promise.all((options.invalidates?.(arg.arg) ?? []).map((key) => mutate(key)))
    await options.onDone?.(answer, arg.arg)
    return true
  }
  const { trigger, isMutating, error, reset } = useSWRMutation(['command', useId()], work, { throwOnError: false })

  const run = async (arg: Arg): Promise<boolean> => {
    if (current.current) return false
    checkAsked(options.asks, options.byKey === true)
    current.current = { arg }
    const isDone = await trigger(
      { arg },
      { onError: (cause) => options.failure === 'toast' && toast('error', errorText(cause)) }
    ).finally(() => {
      current.current = null
    })
    if (isDone && options.done) toast('success', options.done)
    options.onSettled?.()
    return isDone === true
  }
  return {
    run,
    busy: isMutating,
    sent: isMutating ? (current.current?.arg ?? null) : null,
    error: error ? toAppError(error) : null,
    reset
  }
}
