import { Camera } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button'
import { CheckingNote } from '@/components/ui/checking-note'
import { Skeleton } from '@/components/ui/skeleton'
import type { Booking, BookingStatus, Party } from '@/entities/booking'
import { useSettings } from '@/entities/settings'
import { type ActionTrip, queueAction, useShift } from '@/entities/shift'
import { useCheckedImage } from '@/lib/files/use-stored-image'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { refusalOf, typesOf } from '@/lib/upload/limits'
import { preparePicture } from '@/lib/upload/picture'
import { warmUpload } from '@/lib/upload/transport'
import { cn } from '@/lib/utils'

const KINDS = ['pickup', 'deliver'] as const
type Kind = (typeof KINDS)[number]

/** The statuses in which the driver may take each photo. The server refuses photos in other statuses. */
const WHEN: Record<Kind, RegExp> = { pickup: /^(ARRIVED|STARTED)$/, deliver: /^(STARTED|REACHED|PENDING|PAID)$/ }

/**
 * Photos are scaled down until their longer edge has this length (px). A label on the parcel then stays readable, and a slow
 * network can still upload the photo.
 */
const EDGE = 1600

interface ParcelPhotosProps {
  booking: Booking
  /** The status with the driver's queued steps, which the server may not have received yet. */
  status: BookingStatus
  party: Party
  /** Other parcels at the same door. One photo covers all of them. */
  others: readonly ActionTrip[]
}

/** Photos of the parcel at pickup and at handover. The driver takes those that the operator requires. */
export function ParcelPhotos({ booking, status, party, others }: ParcelPhotosProps) {
  const { t } = useTranslation('parcel')
  const { settings } = useSettings()
  const isWanted: Record<Kind, boolean> = {
    pickup: settings?.allow_delivery_pickup_image_capture ?? false,
    deliver: settings?.allow_final_delivery_image_capture ?? false
  }
  const takes = KINDS.some(canTake)
  useEffect(() => {
    if (takes) warmUpload()
  }, [takes])
  const shown = KINDS.filter((kind) => booking[`${kind}_image`] || canTake(kind))
  function canTake(kind: Kind) {
    return party === 'driver' && isWanted[kind] && WHEN[kind].test(status)
  }
  if (shown.length === 0) return null
  return (
    <section aria-label={t('title')} className="space-y-3 rounded-card border border-line p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <div className="grid grid-cols-2 gap-3">
        {shown.map((kind) => (
          <Photo key={kind} booking={booking} kind={kind} canTake={canTake(kind)} others={others} />
        ))}
      </div>
    </section>
  )
}

interface PhotoProps {
  booking: Booking
  kind: Kind
  canTake: boolean
  others: readonly ActionTrip[]
}

function Photo({ booking, kind, canTake, others }: PhotoProps) {
  const { t } = useTranslation('parcel')
  const errorText = useErrorText()
  const path = booking[`${kind}_image`]
  const waiting = useShift().actions.findLast(
    ({ bookingId, action }) => bookingId === booking.id && action.kind === 'photo' && action.which === kind
  )?.action
  const taken = waiting?.kind === 'photo' ? waiting.file : null
  const preview = usePreview(taken)
  // Counts the uploads. A photo that was taken again has the same path, so a new count makes the page fetch it again.
  const sent = useRef(0)
  const had = useRef(false)
  if (had.current && !taken) sent.current += 1
  had.current = taken !== null
  const { address: stored, state } = useCheckedImage(
    'bookings',
    path && (sent.current ? `${path}#${sent.current}` : path)
  )
  const address = preview ?? stored
  const prepare = useCommand(
    async (file: File) => {
      const early = refusalOf('bookings', 'picture', file)
      if (early) throw new AppError(early)
      return await preparePicture(file, EDGE)
    },
    {
      worksOffline: true,
      onDone: (file) => {
        for (const trip of [booking, ...others]) queueAction(trip, { kind: 'photo', which: kind, file })
      }
    }
  )
  return (
    <figure className="space-y-2">
      <figcaption className="text-sm text-muted">{t(kind)}</figcaption>
      {address && (
        <img src={address} alt={t(`${kind}_alt`)} className="aspect-square w-full rounded-control object-cover" />
      )}
      {path && !taken && !address && state === 'checking' && <CheckingNote text={t('checking')} />}
      {path && !taken && !address && state !== 'checking' && <Skeleton className="aspect-square rounded-control" />}
      {canTake && (
        <label
          className={cn(
            buttonVariants({ variant: 'outline', size: 'lg' }),
            'h-auto min-h-12 w-full flex-col gap-1 px-2 py-2 text-center whitespace-normal has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
          )}
        >
          <Camera aria-hidden />
          {t(taken ? 'sending' : path ? 'again' : 'take')}
          <input
            type="file"
            accept={typesOf('bookings', 'picture')?.join()}
            capture="environment"
            disabled={prepare.busy}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void prepare.run(file)
              target.value = ''
            }}
          />
        </label>
      )}
      {prepare.error && <Alert tone="bad">{errorText(prepare.error)}</Alert>}
    </figure>
  )
}

/** Returns an object URL for a photo that exists only on this phone; null without a photo. */
function usePreview(file: Blob | null): string | null {
  const address = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}
