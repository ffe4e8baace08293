import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { type Booking, isOutdated, LastSeen, useLastPosition, useRouteProposal } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useNow } from '@/lib/time/use-now'
import { panelKeys } from './keys'

/** Interval at which the car's route is requested again (ms), because the car moves. */
const REFRESH_MS = 15_000

const getProgress = async (bookingId: string) => await unwrap(supabase.rpc('trip_progress', { booking_id: bookingId }))

/** The distance that the car still has to drive, and when it arrives; if the position is old, when and where it was last seen. */
export function ProgressLine({ booking }: { booking: Booking }) {
  const { t } = useTranslation('panel')
  const { distance, time } = useFormat()
  const { data } = useSWR(panelKeys.progress(booking.id), ([, id]) => getProgress(id), { refreshInterval: REFRESH_MS })
  const at = data?.at ? Date.parse(data.at) : null
  const now = useNow(5000)
  const isSilent = at !== null && isOutdated({ at }, now)
  const { data: place } = useLastPosition(isSilent ? booking.driver_id : null, REFRESH_MS)
  if (isSilent) return <LastSeen car={place ?? { at }} />
  if (!data?.to || data.remaining_km === null) return null
  const words = { distance: distance(data.remaining_km), time: data.eta ? time(data.eta) : '' }
  return (
    <p className="tabular">
      {t(`progress.${data.to}`, words)}
      {data.eta && ` · ${t('progress.eta', words)}`}
    </p>
  )
}

/** A note that the rider asked for a cheaper route and that the driver has not answered yet. */
export function ProposalLine({ booking }: { booking: Booking }) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const { proposal } = useRouteProposal(booking.id)
  if (!proposal) return null
  return <p className="text-warn">{t('proposal', { drop: proposal.drop_address, fare: money(proposal.trip_cost) })}</p>
}
