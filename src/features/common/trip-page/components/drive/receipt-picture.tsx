import { Camera } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { refusalOf, typesOf } from '@/lib/upload/limits'
import { preparePicture } from '@/lib/upload/picture'
import { cn } from '@/lib/utils'

/** Length of the picture's longer edge (px). The small print of a receipt stays readable. */
const EDGE = 1600

interface ReceiptPictureProps {
  /** The picture that was taken and not sent yet; null if there is none. */
  file: Blob | null
  onPicture: (file: Blob) => void
}

/** A button that takes the picture of a receipt, with a preview. Works offline. */
export function ReceiptPicture({ file, onPicture }: ReceiptPictureProps) {
  const { t } = useTranslation('drive')
  const errorText = useErrorText()
  const address = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const prepare = useCommand(
    async (chosen: File) => {
      const early = refusalOf('bookings', 'picture', chosen)
      if (early) throw new AppError(early)
      return await preparePicture(chosen, EDGE)
    },
    { worksOffline: true, onDone: onPicture }
  )
  return (
    <div className="space-y-2">
      {address && <img src={address} alt={t('receipt.alt')} className="max-h-40 rounded-control object-contain" />}
      <label
        className={cn(
          buttonVariants({ variant: 'outline', size: 'lg' }),
          'w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
        )}
      >
        <Camera aria-hidden />
        {t(file ? 'receipt.again' : 'receipt.take')}
        <input
          type="file"
          accept={typesOf('bookings', 'picture')?.join()}
          capture="environment"
          disabled={prepare.busy}
          className="sr-only"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void prepare.run(chosen)
            target.value = ''
          }}
        />
      </label>
      {prepare.error && <Alert tone="bad">{errorText(prepare.error)}</Alert>}
    </div>
  )
}
