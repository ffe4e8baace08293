import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { drivePaths } from '@/config/drive-paths'
import { useSession } from '@/entities/person'
import { readStored, store } from '@/lib/storage/stored'
import { useFirstDay } from '../queries'

const seenKey = (id: string) => `hackney.first-day.${id}`

/** Remembers on this device that the first day is over, or that the driver has gone on to the work page. */
export const endFirstDay = (id: string): void => store(seenKey(id), true)

/** Leads a driver whom the office added, and who has not driven yet, to the page of the first day. */
export function FirstDayLead() {
  const { user } = useSession()
  return user && readStored(seenKey(user.id)) !== true ? <Lead driverId={user.id} /> : null
}

function Lead({ driverId }: { driverId: string }) {
  const { day } = useFirstDay(driverId)
  const isOver = day?.isDue === false
  // A first day that is over never begins again, so this device need not ask another time.
  useEffect(() => {
    if (isOver) endFirstDay(driverId)
  }, [isOver, driverId])
  return day?.isDue ? <Navigate to={drivePaths.firstDay} replace /> : null
}
