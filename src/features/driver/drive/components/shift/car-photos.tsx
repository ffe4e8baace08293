import { Camera, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonVariants } from '@/components/ui/button'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { refusalOf, typesOf } from '@/lib/upload/limits'
import { preparePicture } from '@/lib/upload/picture'
import { cn } from '@/lib/utils'
import { listLimits } from '@/types/public-limits'
import { sendCarPhoto } from './commands'

/** An uploaded photo: its path in the storage, and its URL on this phone, which the preview shows. */
export interface Shot {
  path: string
  address: string
}

/**
 * Photos are scaled down until their longer edge has this length (px): scratches stay visible, and a slow network can upload
 * them.
 */
const EDGE = 1600
/** Maximum number of photos that the server accepts. */
const MOST = listLimits.driver_shifts.photos

interface CarPhotosProps {
  driverId: string
  shots: readonly Shot[]
  onChange: (shots: readonly Shot[]) => void
  problem: string | null
}

/** The field for photos of the car's condition, which the driver takes with the phone's camera. */
export function CarPhotos({ driverId, shots, onChange, problem }: CarPhotosProps) {
  const { t } = useTranslation('shift')
  const errorText = useErrorText()
  const send = useCommand(
    async (file: File): Promise<Shot> => {
      const early = refusalOf('shifts', 'picture', file)
      if (early) throw new AppError(early)
      const picture = await preparePicture(file, EDGE)
      return { path: await sendCarPhoto(driverId, picture), address: URL.createObjectURL(picture) }
    },
    { onDone: (shot) => onChange([...shots, shot]) }
  )
  const wrong = send.error ? errorText(send.error) : problem
  return (
    <section aria-label={t('photos')} className="space-y-2">
      <h3 className="text-sm font-medium">{t('photos')}</h3>
      {shots.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 min-[360px]:grid-cols-4">
          {shots.map(({ path, address }, index) => (
            <li key={path} className="relative">
              <img
                src={address}
                alt={t('photo', { number: index + 1 })}
                className="aspect-square w-full rounded-control object-cover"
              />
              <button
                type="button"
                aria-label={t('remove', { number: index + 1 })}
                className="absolute end-0 top-0 grid size-11 place-items-center"
                onClick={() => onChange(shots.filter((shot) => shot.path !== path))}
              >
                <span aria-hidden className="grid size-7 place-items-center rounded-full bg-card">
                  <X className="size-4" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shots.length < MOST && (
        <label
          className={cn(
            buttonVariants({ variant: 'outline', size: 'lg' }),
            'w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
          )}
        >
          <Camera aria-hidden />
          {t(send.busy ? 'sending' : shots.length > 0 ? 'another' : 'take')}
          <input
            type="file"
            accept={typesOf('shifts', 'picture')?.join()}
            capture="environment"
            disabled={send.busy}
            aria-invalid={wrong ? true : undefined}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void send.run(file)
              target.value = ''
            }}
          />
        </label>
      )}
      {wrong && (
        <p role="alert" className="text-sm text-bad">
          {wrong}
        </p>
      )}
    </section>
  )
}
