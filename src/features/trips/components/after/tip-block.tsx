import { HandCoins } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { type Booking, tipDriver } from '@/entities/booking'
import { useSession } from '@/entities/person'
import { useFormat, useSettings } from '@/entities/settings'
import { readDecimal } from '@/lib/decimal'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { tipPresets } from '../../tips'

interface TipBlockProps {
  booking: Booking
  onAnswer: (booking: Booking) => void
}

/** Thanks the driver from the wallet, once the ride is paid; a wallet without money of its own has no tip to give. */
export function TipBlock({ booking, onAnswer }: TipBlockProps) {
  const { t } = useTranslation('tip')
  const { money } = useFormat()
  const { profile } = useSession()
  const name = booking.driver_name?.split(' ')[0] ?? ''
  const free = (profile?.wallet_balance ?? 0) - (profile?.bonus_balance ?? 0)
  if (profile?.id !== booking.customer_id || !booking.driver_id) return null
  if (booking.tip_amount > 0) {
    return (
      <p role="status" className="flex items-center gap-3 rounded-card bg-ok-soft p-4 text-sm text-ok">
        <HandCoins aria-hidden className="size-5 shrink-0" />
        {t('thanks', { name, amount: money(booking.tip_amount) })}
      </p>
    )
  }
  return free > 0 ? <GiveTip booking={booking} name={name} free={free} onAnswer={onAnswer} /> : null
}

const OTHER = 'other'

function GiveTip({ booking, name, free, onAnswer }: TipBlockProps & { name: string; free: number }) {
  const { t, i18n } = useTranslation('tip')
  const errorText = useErrorText()
  const { money } = useFormat()
  const { settings } = useSettings()
  const places = settings?.decimal ?? 2
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const tip = useCommand((amount: number, clientKey) => tipDriver(booking.id, amount, clientKey), { onDone: onAnswer })
  const own = Number(readDecimal(typed, i18n.language, places) ?? Number.NaN)
  const amount = chosen === OTHER ? own : Number(chosen || Number.NaN)
  const isTooMuch = amount > free
  const presets = tipPresets(booking.trip_cost, places).filter((preset) => preset.amount <= free)
  return (
    <section aria-labelledby="tip-title" className="space-y-3 rounded-card border border-line p-4">
      <h2 id="tip-title" className="font-semibold">
        {t('title', { name })}
      </h2>
      <RadioGroup.Root
        aria-labelledby="tip-title"
        orientation="horizontal"
        value={chosen}
        onValueChange={setChosen}
        className="grid grid-cols-2 gap-2 min-[360px]:grid-cols-4"
      >
        {presets.map(({ percent, amount }) => (
          <Choice key={percent} value={String(amount)} title={money(amount)} note={`${percent} %`} />
        ))}
        <Choice value={OTHER} title={t('other')} />
      </RadioGroup.Root>
      {chosen === OTHER && (
        <Field label={t('own')} error={isTooMuch ? t('too_much', { amount: money(free) }) : null}>
          {(control) => <MoneyInput {...control} symbol={settings?.code} value={typed} onChange={setTyped} />}
        </Field>
      )}
      {tip.error && <Alert tone="bad">{errorText(tip.error)}</Alert>}
      {amount > 0 && !isTooMuch && (
        <>
          <p className="text-sm text-pretty text-muted">
            {t('costs', { amount: money(amount), name, left: money(free - amount) })}
          </p>
          <Button size="lg" variant="outline" className="w-full" busy={tip.busy} onClick={() => void tip.run(amount)}>
            {t('give', { amount: money(amount) })}
          </Button>
        </>
      )}
    </section>
  )
}

function Choice({ value, title, note }: { value: string; title: string; note?: string }) {
  return (
    <RadioGroup.Item
      value={value}
      className="flex min-h-14 flex-col items-center justify-center rounded-control border border-line px-2 text-sm font-semibold tabular hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:bg-soft"
    >
      {title}
      {note && (
        <span dir="ltr" className="text-xs font-normal text-muted">
          {note}
        </span>
      )}
    </RadioGroup.Item>
  )
}
