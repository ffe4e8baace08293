import { useId, useRef } from 'react'
import { type Key, useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { AppError, toAppError } from './errors'
import { toast } from './toast'
import { useErrorText } from './use-error-text'

interface CommandOptions<Arg, Answer> {
  /** Keys of the queries to refetch after success. */
  invalidates?: (arg: Arg) => readonly Key[]
  onDone?: (answer: Answer, arg: Arg) => void | Promise<void>
  /** Runs after success and after failure. */
  onSettled?: () => void
  /** Toast after success. */
  done?: string
  /** Where a failure shows: beside the button through `error`, or as a toast if the button is gone by then. */
  failure?: 'inline' | 'toast'
  /** Can run offline. */
  worksOffline?: boolean
}

export interface Command<Arg> {
  /** Sends it; ignored while a request is under way. Resolves with whether it succeeded. */
  run: (arg: Arg) => Promise<boolean>
  busy: boolean
  /** The argument under way, to tell apart buttons that share a command. */
  sent: Arg | null
  error: AppError | null
  /** Clears the error. */
  reset: () => void
}

/**
 * One write behind a button: busy state, error key, queries to refetch, and an idempotency key.
 *
 * @param send gets the same `clientKey` until it succeeds, so that the server recognises a repeat after a lost response. It
 *   returns `null` if it sent nothing, so the key stays
 * @example const cancel = useCommand((reason: string) => cancelBooking(id, reason), { invalidates: () =>
 *   [bookingKeys.booking(id)] })
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
    await Promise.all((options.invalidates?.(arg.arg) ?? []).map((key) => mutate(key)))
    await options.onDone?.(answer, arg.arg)
    return true
  }
  const { trigger, isMutating, error, reset } = useSWRMutation(['command', useId()], work, { throwOnError: false })

  const run = async (arg: Arg): Promise<boolean> => {
    if (current.current) return false
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
