import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { monthOf } from '@/lib/time/days'
import { isDay } from '@/lib/typing/typed-day'
import { lockPeriod } from '../../commands'
import { useDeskCommand } from '../../hooks/use-desk-command'
import { useMoneyWords } from '../../hooks/use-words'
import type { MoneyState } from '../../queries'
import { DeskDay } from '../desk-day'

/** The dialog that locks closed days, so that they can never be opened again. */
export function LockDialog({ state, onClose }: { state: MoneyState; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { weekDay } = useMoneyWords()
  const today = state.today ?? ''
  const closed = state.closed_until
  const lastMonth = monthOf(today, -1).to
  const [until, setUntil] = useState(closed !== null && closed < lastMonth ? closed : closed === null ? '' : lastMonth)
  const isGood = closed !== null && isDay(until) && until <= closed && until > (state.locked_until ?? '')
  const lock = useDeskCommand(onClose, t('lock.done', { day: isDay(until) ? weekDay(until) : '' }), () =>
    lockPeriod(until)
  )
  return (
    <CommandDialog
      title={t('lock.title')}
      text={closed === null ? t('lock.nothing') : t('lock.text')}
      confirm={isGood ? t('lock.confirm', { day: weekDay(until) }) : t('lock.menu')}
      disabled={!isGood}
      command={lock}
      onConfirm={() => void lock.run()}
      onClose={onClose}
    >
      {closed !== null && (
        <DeskDay
          label={t('lock.until')}
          error={isGood || until === '' ? null : t('lock.until_error', { day: weekDay(closed) })}
          value={until}
          onChange={setUntil}
          today={today}
          max={closed}
        />
      )}
    </CommandDialog>
  )
}
