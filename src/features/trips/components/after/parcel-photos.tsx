import { Camera } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type Booking, type Party, setBookingImage } from '@/entities/booking'
import { useSettings } from '@/entities/settings'
import { typesOf } from '@/lib/upload/limits'
import { useUpload } from '@/lib/upload/use-upload'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { useStoredImage } from '@/lib/use-stored-image'
import { cn } from '@/lib/utils'

const KINDS = ['pickup', 'deliver'] as const
type Kind = (typeof KINDS)[number]

/** When the driver may take each; the server refuses others. */
const WHEN: Record<Kind, RegExp> = { pickup: /^(ARRIVED|STARTED)$/, deliver: /^(STARTED|REACHED|PENDING|PAID)$/ }

/** Longest edge (px): a label is still read, and a slow network takes it. */
const EDGE = 1600

interface ParcelPhotosProps {
  booking: Booking
  party: Party
  onAnswer: (booking: Booking) => void
}

/** The parcel as the driver fetched it and handed it over; the driver takes the pictures that the operator asks for. */
export function ParcelPhotos({ booking, party, onAnswer }: ParcelPhotosProps) {
  const { t } = useTranslation('parcel')
  const { settings } = useSettings()
  const isWanted: Record<Kind, boolean> = {
    pickup: settings?.allow_delivery_pickup_image_capture ?? false,
    deliver: settings?.allow_final_delivery_image_capture ?? false
  }
  const shown = KINDS.filter((kind) => booking[`${kind}_image`] || canTake(kind))
  function canTake(kind: Kind) {
    return party === 'driver' && isWanted[kind] && WHEN[kind].test(booking.status)
  }
  if (shown.length === 0) return null
  return (
    <section aria-label={t('title')} className="space-y-3 rounded-card border border-line p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <div className="grid grid-cols-2 gap-3">
        {shown.map((kind) => (
          <Photo key={kind} booking={booking} kind={kind} canTake={canTake(kind)} onAnswer={onAnswer} />
        ))}
      </div>
    </section>
  )
}

interface PhotoProps {
  booking: Booking
  kind: Kind
  canTake: boolean
  onAnswer: (booking: Booking) => void
}

function Photo({ booking, kind, canTake, onAnswer }: PhotoProps) {
  const { t } = useTranslation('parcel')
  const errorText = useErrorText()
  const path = booking[`${kind}_image`]
  // A picture that was taken again lies at the same path.
  const [taken, setTaken] = useState(0)
  const address = useStoredImage('bookings', path && (taken ? `${path}#${taken}` : path))
  const save = useCommand((to: string) => setBookingImage(booking.id, kind, to), { onDone: onAnswer })
  const upload = useUpload(
    'bookings',
    'picture',
    (to) => {
      setTaken(Date.now())
      void save.run(to)
    },
    EDGE
  )
  const isBusy = upload.isPreparing || upload.progress?.state === 'running' || save.busy
  const problem = upload.error ?? save.error
  return (
    <figure className="space-y-2">
      <figcaption className="text-sm text-muted">{t(kind)}</figcaption>
      {address && (
        <img src={address} alt={t(`${kind}_alt`)} className="aspect-square w-full rounded-control object-cover" />
      )}
      {path && !address && <Skeleton className="aspect-square rounded-control" />}
      {canTake && (
        <label
          className={cn(
            buttonVariants({ variant: 'outline', size: 'lg' }),
            'w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
          )}
        >
          <Camera aria-hidden />
          {t(isBusy ? 'sending' : path ? 'again' : 'take')}
          <input
            type="file"
            accept={typesOf('bookings', 'picture')?.join()}
            capture="environment"
            disabled={isBusy}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void upload.start(file, `${booking.id}/${kind}_image`)
              target.value = ''
            }}
          />
        </label>
      )}
      {problem && <Alert tone="bad">{errorText(problem)}</Alert>}
    </figure>
  )
}
