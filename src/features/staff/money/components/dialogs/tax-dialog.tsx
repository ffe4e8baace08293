import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { moneyPath } from '@/config/report-paths'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useErrorText } from '@/lib/server/use-error-text'
import { monthOf, writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isDay } from '@/lib/typing/typed-day'
import { remitTax } from '../../commands'
import { useDeskCommand } from '../../hooks/use-desk-command'
import { useMoneyWords } from '../../hooks/use-words'
import { entriesParams } from '../../model/books'
import { useTaxPaid } from '../../queries'
import { DeskDay } from '../desk-day'
import { WideDialog } from './wide-dialog'

const MONTHS = 12

/** Reads the balance of the tax account at the end of a day. */
const useTaxAt = (day: string) =>
  useSWR(['money', 'tax-at', day], async () => {
    const rows = await unwrap(supabase.rpc('money_desk', { from_day: day, to_day: day }))
    return rows.find(({ account, kind }) => account === 'tax' && kind === null)?.closing ?? 0
  })

/** The dialog that records that the tax of a month was paid. */
export function TaxDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('money')
  const { locale, timeZone, money, day } = useMoneyWords()
  const errorText = useErrorText()
  const today = dayOf(serverNow(), timeZone)
  const months = Array.from({ length: MONTHS }, (_, index) => monthOf(today, -index - 1))
  const paid = useTaxPaid()
  const [month, setMonth] = useState(months[0]?.from ?? '')
  const [onDay, setOnDay] = useState(today)
  const { to } = monthOf(month)
  const due = useTaxAt(to)
  const done = paid.data?.find((one) => one.month === month)
  const nameOf = (of: string) => writtenDay(of, locale, { month: 'long', year: 'numeric' })
  const remit = useDeskCommand(onClose, t('tax.done'), () => remitTax(month, onDay))
  return (
    <WideDialog
      title={t('tax.title')}
      text={t('tax.text')}
      onClose={onClose}
      isBusy={remit.busy}
      action={
        <Button
          size="lg"
          variant="accent"
          busy={remit.busy}
          disabled={done !== undefined || !isDay(onDay) || (due.data !== undefined && due.data <= 0)}
          onClick={() => void remit.run()}
        >
          {t('tax.confirm', { month: nameOf(month) })}
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('tax.month')}>
          {(control) => (
            <Select {...control} value={month} onChange={(event) => setMonth(event.target.value)}>
              {months.map(({ from }) => (
                <option key={from} value={from}>
                  {nameOf(from)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DeskDay label={t('tax.on_day')} value={onDay} onChange={setOnDay} today={today} max={today} />
      </div>
      {done ? (
        <Alert tone="ok">{t('tax.paid', { amount: money(done.amount), day: day(done.on_day) })}</Alert>
      ) : (
        <Facts
          facts={[
            [
              t('tax.stands', { day: day(to) }),
              due.data !== undefined && (
                <Link to={moneyPath(entriesParams({ to, account: 'tax' }))} className="underline underline-offset-4">
                  {money(due.data)}
                </Link>
              )
            ]
          ]}
        />
      )}
      {remit.error && <Alert tone="bad">{errorText(remit.error)}</Alert>}
    </WideDialog>
  )
}
