import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { apart } from '@/lib/format/isolated'
import { useCommand } from '@/lib/server/use-command'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isDay } from '@/lib/typing/typed-day'
import { endCharge } from '../../commands'
import { useMoneyWords } from '../../hooks/use-words'
import { DeskDay } from '../desk-day'
import type { Charge } from './driver-charges'

/** The dialog that ends a driver's charge on a day. */
export function EndDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { timeZone, money } = useMoneyWords()
  const today = dayOf(serverNow(), timeZone)
  const [until, setUntil] = useState(today)
  const end = useCommand(() => endCharge(charge.id, until), { done: t('charges.ended'), onDone: onClose })
  return (
    <CommandDialog
      title={t('charges.end_title')}
      text={t('charges.end_text', {
        name: apart(charge.name),
        kind: t(`charges.kind.${charge.kind}`),
        amount: money(charge.amount)
      })}
      confirm={t('charges.end')}
      disabled={!isDay(until)}
      command={end}
      onConfirm={() => void end.run()}
      onClose={onClose}
    >
      <DeskDay label={t('charges.until')} value={until} onChange={setUntil} today={today} />
    </CommandDialog>
  )
}
