import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { useCommand } from '@/lib/server/use-command'
import { addDays } from '@/lib/time/days'
import { isDay } from '@/lib/typing/typed-day'
import { closeDays } from '../../commands'
import { useMoneyWords } from '../../hooks/use-words'
import { type MoneyState, useRefreshDesk } from '../../queries'
import { DeskDay } from '../desk-day'

/** The dialog that closes the next open day, or all days up to a later one. */
export function CloseDialog({ state, onClose }: { state: MoneyState; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { weekDay } = useMoneyWords()
  const refresh = useRefreshDesk()
  const next = state.next_day ?? ''
  const today = state.today ?? next
  const last = addDays(today, -1)
  const isFirst = state.closed_until === null
  const [until, setUntil] = useState(isFirst ? last : next)
  const [closed, setClosed] = useState<string | null>(null)
  const close = useCommand(() => closeDays(isFirst ? null : next, until, setClosed), {
    done: t('close.done', { day: isDay(until) ? weekDay(until) : '' }),
    onDone: onClose,
    onSettled: () => void refresh()
  })
  const isGood = isDay(until) && until >= next && until <= last
  return (
    <CommandDialog
      title={t('close.title')}
      text={t(isFirst ? 'close.text_first' : 'close.text')}
      confirm={isGood ? t('close.confirm', { day: weekDay(until) }) : t('close.first')}
      variant="accent"
      disabled={!isGood}
      command={close}
      onConfirm={() => void close.run()}
      onClose={onClose}
    >
      <DeskDay
        label={t('close.until')}
        error={isGood ? null : t('close.until_error', { from: weekDay(next), to: weekDay(last) })}
        value={until}
        onChange={setUntil}
        today={today}
        min={next}
        max={last}
      />
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {close.busy && closed && t('close.progress', { day: weekDay(closed) })}
      </p>
    </CommandDialog>
  )
}
