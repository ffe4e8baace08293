/** What drivers are charged besides commissions: reading the charges, and whether one still runs. */
import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

export type Charge = Database['public']['Functions']['list_driver_charges']['Returns'][number]

export const chargeSource: Source<Charge> = async ({ filters }, { after, size }, signal) => {
  const state = filters.state?.[0]
  const rows = await unwrap(
    supabase
      .rpc('list_driver_charges', {
        of_driver: filters.driver?.[0] ?? null,
        running: state ? state === 'running' : null,
        before_id: (after as string | null) ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf<Charge>(rows, size, ({ id }) => id)
}

/** Whether the driver will still be charged, once or every week. */
export const isRunning = ({ until_day, weekly, charged_until }: Charge, today: string): boolean =>
  (until_day === null || until_day >= today) && (weekly || charged_until === null)
