import { RadioGroup } from 'radix-ui'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { type PaymentProvider, ProviderWays, SaveCard, startPayment, useWay } from '@/entities/payment'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { offeredAmounts } from '../model'

interface TopUpDialogProps {
  providers: readonly PaymentProvider[]
  onClose: () => void
}

const OTHER = 'other'

/**
 * The dialog that tops up the wallet. The person chooses the provider and an amount: either one that the operator suggests, or
 * another one within the provider's limits.
 */
export function TopUpDialog({ providers, onClose }: TopUpDialogProps) {
  const { t } = useTranslation('pay')
  const { money, locale } = useFormat()
  const errorText = useErrorText()
  const { settings } = useSettings()
  const ways = useWay(providers)
  const { provider } = ways
  const min = provider?.limits?.min ?? 0
  const max = provider?.limits?.max ?? Number.POSITIVE_INFINITY
  const offered = offeredAmounts(settings?.wallet_money_field ?? [], min, max)
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const choice = chosen || String(offered[0] ?? OTHER)
  const amount = Number(choice === OTHER ? (readDecimal(typed, locale, settings?.decimal ?? 2) ?? 0) : choice)
  const isTaken = amount > 0 && amount >= min && amount <= max
  const limits = Number.isFinite(max)
    ? t('topup.between', { min: money(min), max: money(max) })
    : t('topup.from', { min: money(min) })
  const leaving = useCommand((sum: number, key) => startPayment({ purpose: 'topup', amount: sum }, ways.way, key))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isTaken) void leaving.run(amount)
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogTitle>{t('topup.title')}</DialogTitle>
        <DialogDescription>{t('topup.text')}</DialogDescription>
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          <RadioGroup.Root
            aria-label={t('topup.amount')}
            value={choice}
            onValueChange={setChosen}
            className="grid grid-cols-2 gap-2"
          >
            {offered.map((sum) => (
              <Sum key={sum} value={String(sum)} label={money(sum)} />
            ))}
            <Sum value={OTHER} label={t('topup.other')} />
          </RadioGroup.Root>
          {choice === OTHER && (
            <AmountField
              label={t('topup.own')}
              error={isTried && !isTaken ? limits : null}
              text={typed}
              onChange={setTyped}
            />
          )}
          <RadioGroup.Root aria-label={t('ways')} value={ways.value} onValueChange={ways.choose} className="space-y-2">
            <ProviderWays choice={ways} />
          </RadioGroup.Root>
          <SaveCard choice={ways} />
          {leaving.error && (
            <Alert tone="bad">{leaving.error.key === 'topup_out_of_range' ? limits : errorText(leaving.error)}</Alert>
          )}
          <Button type="submit" variant="accent" size="lg" className="w-full" busy={leaving.busy}>
            {isTaken ? t('button', { amount: money(amount) }) : t('now')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}

const Sum = ({ value, label }: { value: string; label: string }) => (
  <RadioGroup.Item
    value={value}
    className="flex min-h-12 items-center justify-center rounded-control border border-line px-2 text-sm font-semibold tabular hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:bg-soft"
  >
    {label}
  </RadioGroup.Item>
)
