import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stepper } from '@/components/ui/stepper'
import { Switch } from '@/components/ui/switch'
import { mostOf } from '@/entities/car'
import { useBookingScreen } from '../../hooks/use-booking-screen'
import { WishDialog } from './wish-dialog'

/** What the car has to carry: only cars that do are offered, and only their drivers are asked. */
export function NeedsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('needs')
  const { state, dispatch } = useBookingScreen()
  const [asked, setAsked] = useState(state.draft.requirements)
  const id = useId()
  const counted = ['seats', 'luggage', 'child_seats'] as const
  return (
    <WishDialog
      title={t('title')}
      text={t('text')}
      onClose={onClose}
      onDone={() => {
        dispatch({ do: 'wish', wishes: { requirements: asked } })
        onClose()
      }}
    >
      {counted.map((key) => (
        <Stepper
          key={key}
          label={t(`ask.${key}`)}
          {...(key !== 'seats' && { hint: t(`hint.${key}`) })}
          value={asked[key]}
          least={key === 'seats' ? 1 : 0}
          most={mostOf[key]}
          onChange={(value) => setAsked({ ...asked, [key]: value })}
          words={{ more: t('more'), less: t('less') }}
        />
      ))}
      <div className="flex min-h-11 items-center justify-between gap-4">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {t('ask.wheelchair')}
          </label>
          <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
            {t('hint.wheelchair')}
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={asked.wheelchair}
          onChange={(wheelchair) => setAsked({ ...asked, wheelchair })}
        />
      </div>
    </WishDialog>
  )
}
