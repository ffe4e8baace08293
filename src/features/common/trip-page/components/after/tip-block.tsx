import { HandCoins, WalletMinimal } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type Booking, tipDriver } from '@/entities/booking'
import { ProviderWays, SaveCard, startPayment, usePaymentProviders, useWay, WayToPay } from '@/entities/payment'
import { useSession } from '@/entities/person'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { tipPresets } from '../../model/tips'

interface TipBlockProps {
  booking: Booking
  onAnswer: (booking: Booking) => void
}

/** The form for tipping the driver after the ride is paid: by card, or from the wallet (bonus money cannot be used). */
export function TipBlock({ booking, onAnswer }: TipBlockProps) {
  const { t } = useTranslation('tip')
  const { money } = useFormat()
  const { profile } = useSession()
  const name = booking.driver_name?.split(' ')[0] ?? ''
  const free = Math.max(0, (profile?.wallet_balance ?? 0) - (profile?.bonus_balance ?? 0))
  const hasCards = usePaymentProviders().length > 0
  if (profile?.id !== booking.customer_id || !booking.driver_id) return null
  if (booking.tip_amount > 0) {
    return (
      <p role="status" className="flex items-center gap-3 rounded-card bg-ok-soft p-4 text-sm text-ok">
        <HandCoins aria-hidden className="size-5 shrink-0" />
        {t('thanks', { name, amount: money(booking.tip_amount) })}
      </p>
    )
  }
  return free > 0 || hasCards ? <GiveTip booking={booking} name={name} free={free} onAnswer={onAnswer} /> : null
}

const OTHER = 'other'
const WALLET = 'wallet'

function GiveTip({ booking, name, free, onAnswer }: TipBlockProps & { name: string; free: number }) {
  const { t } = useTranslation('tip')
  const errorText = useErrorText()
  const { money, locale } = useFormat()
  const { settings } = useSettings()
  const places = settings?.decimal ?? 2
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const providers = usePaymentProviders()
  const own = Number(readDecimal(typed, locale, places) ?? Number.NaN)
  const amount = chosen === OTHER ? own : Number(chosen || Number.NaN)
  const fromWallet = amount <= free
  const choice = useWay(providers, fromWallet ? WALLET : '')
  const by = choice.value
  const tip = useCommand<number, Booking | null>(
    async (given, clientKey) => {
      if (by === WALLET) return await tipDriver(booking.id, given, clientKey)
      await startPayment({ purpose: 'tip', booking_id: booking.id, amount: given }, choice.way, clientKey)
      return null
    },
    {
      asks: 'form',
      onDone: (answer) => {
        if (answer) onAnswer(answer)
      }
    }
  )
  const isTooMuch = !fromWallet && providers.length === 0
  const presets = tipPresets(booking.trip_cost, places).filter(
    (preset) => preset.amount <= free || providers.length > 0
  )
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
        className="grid grid-cols-2 gap-2"
      >
        {presets.map(({ percent, amount }) => (
          <Choice key={percent} value={String(amount)} title={money(amount)} note={`${percent} %`} />
        ))}
        <Choice value={OTHER} title={t('other')} />
      </RadioGroup.Root>
      {chosen === OTHER && (
        <AmountField
          label={t('own')}
          error={isTooMuch ? t('too_much', { amount: money(free) }) : null}
          text={typed}
          onChange={setTyped}
        />
      )}
      {tip.error && <Alert tone="bad">{errorText(tip.error)}</Alert>}
      {amount > 0 && !isTooMuch && (
        <>
          {providers.length > 0 && (
            <RadioGroup.Root aria-label={t('ways')} value={by} onValueChange={choice.choose} className="space-y-2">
              {fromWallet && (
                <WayToPay value={WALLET} icon={<WalletMinimal aria-hidden className="size-5 shrink-0" />}>
                  {t('wallet', { amount: money(free) })}
                </WayToPay>
              )}
              <ProviderWays choice={choice} />
            </RadioGroup.Root>
          )}
          <SaveCard choice={choice} />
          <p className="text-sm text-pretty text-muted">
            {by === WALLET
              ? t('costs', { amount: money(amount), name, left: money(free - amount) })
              : t('by_card', { amount: money(amount), name })}
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
