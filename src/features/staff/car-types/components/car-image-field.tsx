import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField, useFieldWords, useFormContext } from '@/components/form/form-context'
import { ChangeMark } from '@/components/form/form-field'
import { useFormRules } from '@/components/form/rules'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { IMAGE_SPINNER_MS } from '@/config/constants'
import { CarImage, drawnCars } from '@/entities/car'
import { useForAWhile } from '@/lib/hooks/use-for-a-while'
import { useCommand } from '@/lib/server/use-command'
import { carTypes } from '../commands'
import { carTypeKeys } from '../queries'

const CarImageDialog = lazy(() => import('./car-image-dialog').then((part) => ({ default: part.CarImageDialog })))

/** The picture of a car type: one of our drawings, or the operator's own. */
export function CarImageField({ id }: { id: string }) {
  const { t } = useTranslation('cartypes')
  const { form } = useFormContext()
  const { isDemo } = useFormRules()
  const { value, isChanged, change } = useField('image')
  useFieldWords('image', t('image'), (image) =>
    drawnCars.includes(String(image)) ? t(`drawn.${image}`) : t('own_image')
  )
  const [isOpen, setOpen] = useState(false)
  const [isFresh, setFresh] = useForAWhile(IMAGE_SPINNER_MS)
  // An uploaded picture of a stored car type is saved at once, because the upload has already replaced the old file.
  const saving = useCommand(async (image: string) => (form.isNew ? null : carTypes.change(id, { image })), {
    invalidates: () => carTypeKeys,
    failure: 'toast'
  })
  const uploaded = async (path: string) => {
    const image = `${path}#${Date.now()}`
    if (form.isNew) change(image)
    else {
      // The form takes the new picture before it is saved: the answer of the server would otherwise look like the change of somebody
      // else, because the list of car types is read again at once.
      const before = value
      form.accept('image', image)
      if (!(await saving.run(image))) form.accept('image', before)
    }
    setFresh(true)
    setOpen(false)
  }
  return (
    <div className="row-span-2 overflow-hidden rounded-control border border-line max-sm:col-span-full">
      <div className="relative grid h-24 place-items-center bg-soft">
        <CarImage image={String(value)} className="h-12 w-28" />
        {isFresh && <Spinner className="absolute end-2 top-2 size-4" />}
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
      {isOpen && (
        <Suspense>
          <CarImageDialog
            id={id}
            value={String(value)}
            refusal={isDemo ? 'demo_mode' : null}
            onChoose={(image) => {
              change(image)
              setOpen(false)
            }}
            onUploaded={(path) => void uploaded(path)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
