import type { PapersAnswered, PapersAsked } from '@contract/accounts'
import { useEffect } from 'react'
import useSWR from 'swr'
import type { HandedIn, KnownPaper } from '@/entities/paper'
import { invoke, unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Database } from '@/types/database'

/** Polling interval while the application's realtime topic is disconnected (ms). */
const ASK_MS = 60_000

/** A driver's application and its state. */
export interface Application {
  /** Null if the server has no application from this sign-up form. */
  state: 'waiting' | 'approved' | 'refused' | null
  papers: KnownPaper[]
  /** Columns of `drivers` that are still empty. */
  carMissing: CarLine[]
}

export const CAR_LINES = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number'] as const
export type CarLine = (typeof CAR_LINES)[number]

type ApplicationRow = Database['public']['CompositeTypes']['driver_application']

const isCarLine = (name: string): name is CarLine => (CAR_LINES as readonly string[]).includes(name)
const states = ['waiting', 'approved', 'refused'] as const

export const applicationKey = (signUpId: string) => ['application', signUpId] as const

async function getApplication(signUpId: string): Promise<Application> {
  const found = await unwrap<ApplicationRow | null>(supabase.rpc('application', { sign_up_id: signUpId }))
  return {
    state: states.find((one) => one === found?.state) ?? null,
    papers: (found?.papers ?? []) as KnownPaper[],
    carMissing: (found?.car_missing ?? []).filter(isCarLine)
  }
}

/** Requests where to upload the applicant's next paper of this kind. The caller needs no session. */
export const askForUpload = (uid: string, kind: string): Promise<PapersAnswered> =>
  invoke<PapersAnswered>('accounts/papers', { uid, kind } satisfies PapersAsked)

/** Submits a paper while the application waits. @throws AppError `application_not_found`, `document_invalid` */
export const submitPaper = (sign_up_id: string, kind: string, { path, expiresOn, number }: HandedIn) =>
  unwrap(
    supabase.rpc('submit_application_paper', {
      sign_up_id,
      kind,
      path,
      number,
      ...(expiresOn && { expires_on: expiresOn })
    })
  )

/** Adds missing car details to an application. */
export const completeCar = (sign_up_id: string, car: Partial<Record<CarLine, string>>) =>
  unwrap(supabase.rpc('complete_application', { sign_up_id, car }))

/**
 * Follows the driver's application of this device. It is read again after each message on its realtime topic, and after a push
 * to this browser that says it was approved. The topic can be joined without a session, by the form's id. While the topic is
 * disconnected, the application is polled.
 *
 * @param signUpId null if no application was sent
 */
export function useApplication(signUpId: string | null) {
  const channel = useBroadcast(signUpId && `application:${signUpId}`, () => mutate())
  const query = useSWR(signUpId === null ? null : applicationKey(signUpId), ([, id]) => getApplication(id), {
    refreshInterval: pollInterval(channel, true, ASK_MS)
  })
  const { mutate } = query
  useEffect(() => {
    if (!signUpId || !('serviceWorker' in navigator)) return
    const onMessage = ({ data: message }: MessageEvent) => message?.pushed === 'account_approved' && void mutate()
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [signUpId, mutate])
  return query
}
