/** The dialog that ends a driver's charge on a day. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { apart } from '@/lib/isolated'
import { serverNow } from '@/lib/server-clock'
import { isDay } from '@/lib/typed-day'
import { useCommand } from '@/lib/use-command'
import { dayOf } from '@/lib/zoned'
import { endCharge } from '../commands'
import { useMoneyWords } from '../use-words'
import type { Charge } from './driver-charges'

export function EndDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { locale, timeZone, money } = useMoneyWords()
  const today = dayOf(serverNow(), timeZone)
  const [until, setUntil] = useState(today)
  const end = useCommand(() => endCharge(charge.id, until), { done: t('charges.ended'), onDone: onClose })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('charges.end_title')}
      text={t('charges.end_text', {
        name: apart(charge.name),
        kind: t(`charges.kind.${charge.kind}`),
        amount: money(charge.amount)
      })}
      keep={t('common:cancel')}
      confirm={t('charges.end')}
      disabled={!isDay(until)}
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run()}
    >
      <Field label={t('charges.until')}>
        {(control) => (
          <DayInput
            {...control}
            label={t('charges.until')}
            value={until}
            onChange={setUntil}
            today={today}
            locale={locale}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
