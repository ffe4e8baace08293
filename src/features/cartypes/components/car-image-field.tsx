import { ImagePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField, useFieldWords, useFormContext } from '@/components/form/form-context'
import { ChangeMark } from '@/components/form/form-field'
import { useFormRules } from '@/components/form/rules'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { CarImage, drawnCars } from '@/entities/car'
import { useCommand } from '@/lib/use-command'
import { carTypeKeys, carTypes } from '../api'

/** How long the picture shows that it is new (spec section 9). */
export const IMAGE_SPINNER_MS = 10_000

/** The picture of a car type: one of ours, or the operator's own. */
export function CarImageField({ id }: { id: string }) {
  const { t } = useTranslation('cartypes')
  const { form } = useFormContext()
  const { isDemo } = useFormRules()
  const { value, isChanged, change } = useField('image')
  useFieldWords('image', t('image'), (image) =>
    drawnCars.includes(String(image)) ? t(`drawn.${image}`) : t('own_image')
  )
  const [isOpen, setOpen] = useState(false)
  const [freshUntil, setFresh] = useSpinner()
  // A stored car type shows its new picture at once, since the file has replaced the old one already.
  const saving = useCommand(async (image: string) => (form.isNew ? null : carTypes.change(id, { image })), {
    invalidates: () => carTypeKeys,
    failure: 'toast'
  })
  const uploaded = async (path: string) => {
    const image = `${path}#${Date.now()}`
    if (form.isNew) change(image)
    else if (await saving.run(image)) form.accept('image', image)
    setFresh()
    setOpen(false)
  }
  return (
    <div className="row-span-2 overflow-hidden rounded-control border border-line max-sm:col-span-full">
      <div className="relative grid h-24 place-items-center bg-soft">
        <CarImage image={String(value)} className="h-12 w-28" />
        {freshUntil && <Spinner className="absolute end-2 top-2 size-4" />}
        {isChanged && (
          <span className="absolute start-2 top-2">
            <ChangeMark was={null} />
          </span>
        )}
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="w-full rounded-t-none border-t border-line"
        onClick={() => setOpen(true)}
      >
        <ImagePlus aria-hidden />
        {t('change_image')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent className="sm:w-[32rem]">
          <DialogHeader>
            <DialogTitle>{t('image')}</DialogTitle>
            <DialogDescription>{t('image_text')}</DialogDescription>
          </DialogHeader>
          <Drawn
            value={String(value)}
            onChoose={(image) => {
              change(image)
              setOpen(false)
            }}
          />
          <h3 className="mt-5 mb-2 text-sm font-semibold">{t('own_image')}</h3>
          <UploadPanel
            bucket="cartypes"
            path={id}
            refusal={isDemo ? 'demo_mode' : null}
            onDone={(path) => void uploaded(path)}
          />
        </DialogContent>
      </Dialog>
    </div>
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

/** On for about ten seconds after it was set. */
function useSpinner(): [boolean, () => void] {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setSince(null), IMAGE_SPINNER_MS)
    return () => clearTimeout(timer)
  }, [since])
  return [since !== null, () => setSince(Date.now())]
}
