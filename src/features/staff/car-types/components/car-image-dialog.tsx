import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { CarImage, drawnCars } from '@/entities/car'

interface CarImageDialogProps {
  /** The car type's id. */
  id: string
  value: string
  /** The error key that says why uploading is not allowed; null if it is allowed. */
  refusal: string | null
  onChoose: (image: string) => void
  onUploaded: (path: string) => void
  onClose: () => void
}

/** The dialog for a car type's picture: one of our drawings, or an uploaded picture. */
export function CarImageDialog({ id, value, refusal, onChoose, onUploaded, onClose }: CarImageDialogProps) {
  const { t } = useTranslation('cartypes')
  // Each picture has a name of its own: everyone sees the bucket, also a picture that is not checked yet.
  const [path] = useState(() => `${id}-${crypto.randomUUID()}`)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="sm:w-[32rem]">
        <DialogHeader>
          <DialogTitle>{t('image')}</DialogTitle>
          <DialogDescription>{t('image_text')}</DialogDescription>
        </DialogHeader>
        <Drawn value={value} onChoose={onChoose} />
        <h3 className="mt-5 mb-2 text-sm font-semibold">{t('own_image')}</h3>
        <UploadPanel bucket="cartypes" path={path} refusal={refusal} onDone={onUploaded} />
      </DialogContent>
    </Dialog>
  )
}

function Drawn({ value, onChoose }: { value: string; onChoose: (image: string) => void }) {
  const { t } = useTranslation('cartypes')
  return (
    <div className="grid grid-cols-3 gap-2">
      {drawnCars.map((image) => (
        <button
          key={image}
          type="button"
          aria-pressed={image === value}
          onClick={() => onChoose(image)}
          className="flex flex-col items-center gap-1 rounded-control border border-line p-3 text-xs hover:bg-soft aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
        >
          <CarImage image={image} />
          {t(`drawn.${image}`)}
        </button>
      ))}
    </div>
  )
}
