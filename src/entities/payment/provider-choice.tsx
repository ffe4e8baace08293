import { CreditCard } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { brandOf } from './brand'
import type { PaymentProvider } from './providers'

/** One way to pay, inside a RadioGroup.Root. */
export function WayToPay({ value, icon, children }: { value: string; icon: ReactNode; children: ReactNode }) {
  return (
    <RadioGroup.Item
      value={value}
      className="flex min-h-14 w-full items-center gap-4 rounded-control border border-line px-4 py-3 text-start hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:ring-1 data-[state=checked]:ring-ink"
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </RadioGroup.Item>
  )
}

/** The providers by their logos, inside a RadioGroup.Root. */
export function ProviderWays({ providers }: { providers: readonly PaymentProvider[] }) {
  const { t } = useTranslation('pay')
  const ways = providers.map(({ name, mark, test }) => (
    <WayToPay
      key={name}
      value={name}
      icon={
        mark ? (
          <img src={mark} alt="" className="h-5 w-8 shrink-0 object-contain" />
        ) : (
          <CreditCard aria-hidden className="size-5 shrink-0" />
        )
      }
    >
      <span className="flex items-center justify-between gap-3 font-semibold">
        <bdi>{brandOf(name, t)}</bdi>
        {test && <Badge tone="warn">{t('test')}</Badge>}
      </span>
    </WayToPay>
  ))
  return (
    <>
      {ways}
      {providers.some(({ name }) => name === 'test') && (
        <p className="rounded-control bg-warn-soft px-3.5 py-3 text-sm text-warn">{t('test_on')}</p>
      )}
    </>
  )
}
