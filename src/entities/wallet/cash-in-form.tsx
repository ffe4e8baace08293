import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { takeDriverCash } from './api'

interface CashInFormProps {
  driverId: string
  /** What the driver owes. */
  owing: number
  onTaken: () => void
}

/** The form with which the office takes cash that a driver collected: at first all that the driver owes. */
export function CashInForm({ driverId, owing, onTaken }: CashInFormProps) {
  const { t } = useTranslation('wallet_credit')
  const { money, locale } = useFormat()
  const { settings } = useSettings()
  const errorText = useErrorText()
  const [typed, setText] = useState<string | null>(null)
  const decimals = settings?.decimal ?? 2
  const text = typed ?? writeDecimal(owing, locale, decimals)
  const amount = Number(readDecimal(text, locale, decimals) ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another amount or debt is another payment
  const key = useMemo(() => crypto.randomUUID(), [amount, owing])
  const take = useCommand(() => takeDriverCash(driverId, amount, key), {
    asks: 'form',
    onDone: () => {
      setText(null)
      onTaken()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amount > 0) void take.run()
  }
  return (
    <form noValidate onSubmit={submit} aria-label={t('cash.title')} className="space-y-4 border-y border-line py-5">
      <h2 className="font-semibold">{t('cash.title')}</h2>
      <p className="text-sm text-muted">{t('cash.owes', { amount: money(owing) })}</p>
      <AmountField
        label={t('column.amount')}
        text={text}
        onChange={(next) => {
          take.reset()
          setText(next)
        }}
      />
      {take.error && <Alert tone="bad">{errorText(take.error)}</Alert>}
      <Button type="submit" variant="outline" className="w-full" busy={take.busy} disabled={amount <= 0}>
        {t('cash.take', { amount: money(amount) })}
      </Button>
    </form>
  )
}
