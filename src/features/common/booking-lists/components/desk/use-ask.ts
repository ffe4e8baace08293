import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getStaffBooking, getTripOptions, type StaffBooking } from '@/entities/booking'
import { toast } from '@/lib/page/toast'
import { useErrorText } from '@/lib/server/use-error-text'
import type { RowCommand } from './use-booking-table'

/**
 * Returns a function that opens the dialog of an action after its shortcut was pressed and the server has confirmed that the
 * action is allowed.
 */
export function useAsk(rows: readonly StaffBooking[]) {
  const { t } = useTranslation('desk')
  const errorText = useErrorText()
  const [asked, setAsked] = useState<RowCommand | null>(null)
  const isAsking = useRef(false)
  const ask = async (command: RowCommand['command'], id: string) => {
    if (isAsking.current || asked) return
    isAsking.current = true
    try {
      const [{ actions }, booking] = await Promise.all([getTripOptions(id), rowOf(rows, id)])
      if (actions.includes(command) && booking) setAsked({ command, booking })
      else toast('error', t(`keys.not_now.${command}`))
    } catch (error) {
      toast('error', errorText(error))
    } finally {
      isAsking.current = false
    }
  }
  return { asked, setAsked, ask: (command: RowCommand['command'], id: string) => void ask(command, id) }
}

/** Finds a booking by its id. If it is not in the list, which can be true for the open booking, it is requested. */
const rowOf = (rows: readonly StaffBooking[], id: string): StaffBooking | Promise<StaffBooking | null> =>
  rows.find((row) => row.id === id) ?? getStaffBooking(id, AbortSignal.timeout(15_000))
