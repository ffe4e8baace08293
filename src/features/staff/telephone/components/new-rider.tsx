import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import type { KnownCaller } from '@/entities/person'
import { textLimits } from '@/types/text-limits'
import { useCall, useFocusOfCall, useOrderOfCall, useSpot } from '../hooks/use-call'
import { useKnownCaller } from '../hooks/use-caller'
import { LineField } from './line-field'

const limits = textLimits.profiles

/**
 * The fields for a caller whose number is unknown, or who is not the person that claims it (`isOther`). A name is enough to book.
 */
export function NewRider({ isOther }: { isOther: boolean }) {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const { focus } = useFocusOfCall()
  const { problemKey } = useOrderOfCall()
  const firstInput = useSpot<HTMLInputElement>('name')
  const { newName } = call
  const known = useKnownCaller(isOther ? '' : call.text)
  const fill = useEffectEvent(({ first, last }: KnownCaller) => {
    if (newName.first === '' && newName.last === '') change({ newName: { first, last, isListed: true } })
  })
  useEffect(() => {
    if (known) fill(known)
  }, [known])
  const isMissing = problemKey === 'select_proper' && newName.first.trim() === ''
  const set = (part: Partial<typeof newName>) =>
    change({ newName: { first: newName.first, last: newName.last, ...part } })
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm text-muted">{t(isOther ? 'new_rider.other' : 'new_rider.title')}</legend>
      <div className="grid grid-cols-2 gap-3">
        <LineField
          label={t('new_rider.first')}
          ref={firstInput}
          value={newName.first}
          onChange={(first) => set({ first })}
          error={isMissing ? t('new_rider.missing') : null}
          most={limits.first_name}
        />
        <LineField
          label={t('new_rider.last')}
          value={newName.last}
          onChange={(last) => set({ last })}
          most={limits.last_name}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) focus('pickup')
          }}
        />
      </div>
      {known && (
        <div role="status" className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
          <span>{t('new_rider.known')}</span>
          {known.places.map(({ label, place }) => (
            <Button key={label} size="sm" variant="outline" onClick={() => change({ pickup: place })}>
              <bdi>{label}</bdi>
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}
