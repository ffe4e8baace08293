import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { LiveRegion } from '@/components/ui/live-region'
import { Segmented } from '@/components/ui/segmented'
import { useFormat } from '@/entities/settings'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useErrorText } from '@/lib/server/use-error-text'
import { BOOK_KEYS, useCall, useCallCars, useCallFare, useCallSeries, useOrderOfCall, useSpot } from '../hooks/use-call'
import type { CallPayment } from '../model/call'
import { PromoField } from './promo-field'

const payKeys: Record<CallPayment, string> = { cash: 'alt+k', card: 'alt+k', wallet: 'alt+w' }

/** The bar at the bottom of a call: the payment method, the price, and the main button. */
export function BookBar() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change, payments } = useCall()
  const { prices, quote } = useCallFare()
  const { problem } = useOrderOfCall()
  const group = t('keys.form')
  const [first] = payments
  const hasWallet = payments.includes('wallet')
  useShortcut({ keys: payKeys[first], label: t(`booking:${first}`), group, run: () => change({ payment: first }) })
  useShortcut({
    keys: payKeys.wallet,
    label: t('booking:wallet'),
    group,
    run: () => change({ payment: 'wallet' }),
    isOff: !hasWallet
  })
  const options = payments.map((value) => ({
    value,
    label: (
      <span className="flex items-center justify-center gap-2">
        {t(`booking:${value}`)}
        <Kbd keys={payKeys[value]} className="max-md:hidden" />
      </span>
    )
  }))
  return (
    <div className="sticky bottom-0 z-10 space-y-3 border-t border-line bg-card p-4 pb-safe md:px-5 lg:static lg:pb-5">
      <Announcement />
      {problem && <Alert tone="bad">{errorText(problem)}</Alert>}
      {!problem && prices.refreshed && <Alert tone="warn">{t('booking:price_refreshed')}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('booking:payment.title')}
          value={call.payment}
          onChange={(payment) => change({ payment })}
          options={options}
          className="flex-1"
        />
        {quote?.quote_id && call.when !== 'series' && <PromoField />}
      </div>
      {call.payment === 'card' && <p className="text-sm text-pretty text-muted">{t('pays_by_card')}</p>}
      <BookButton />
    </div>
  )
}

function BookButton() {
  const { t } = useTranslation('telephone')
  const { money, time } = useFormat()
  const { call } = useCall()
  const { car } = useCallCars()
  const { amount, endsAt, isRouted } = useCallFare()
  const { busy, press } = useOrderOfCall()
  const button = useSpot<HTMLButtonElement>('book')
  useShortcut({ keys: BOOK_KEYS, label: t('book'), group: t('keys.form'), run: press })
  const seriesWords = useSeriesWords()
  const words =
    seriesWords ??
    (car && isRouted && amount !== null ? t('booking:book_for', { car: car.name, price: money(amount) }) : t('book'))
  return (
    <Button
      ref={button}
      variant="accent"
      size="lg"
      className="h-auto min-h-13 w-full whitespace-normal tabular"
      aria-keyshortcuts={ariaKeys(BOOK_KEYS)}
      busy={busy}
      onClick={press}
    >
      <span>
        {words}
        {endsAt && call.when !== 'series' && (
          <span className="max-[359px]:hidden"> · {t('booking:there', { time: time(endsAt) })}</span>
        )}
      </span>
      <Kbd keys={BOOK_KEYS} className="max-md:hidden" />
    </Button>
  )
}

/**
 * Returns the text about a series of trips: the number and price of the trips to book, how many could not be booked, or that
 * all are booked. Returns null if the call is not for a series, or if the series contains no trips yet.
 */
function useSeriesWords(): string | null {
  const { t } = useTranslation('telephone')
  const { money } = useFormat()
  const { call } = useCall()
  const { series } = useCallSeries()
  if (call.when !== 'series' || series.wanted.length === 0) return null
  if (series.open.length === 0) return t('series.close')
  if (series.hasFailed) return t('series.retry', { count: series.open.length })
  const price = series.total === undefined ? '…' : money(series.total)
  return t('series.book', { count: series.open.length, price })
}

/** Announces new prices to screen readers. */
function Announcement() {
  const { t } = useTranslation('booking')
  const { car } = useCallCars()
  const { quote, amount, prices, wait } = useCallFare()
  const { money, duration } = useFormat()
  const price = car && quote ? t('priced', { car: car.name, price: money(amount ?? 0) }) : ''
  const arrival = typeof wait === 'number' ? t('cars:wait', { wait: duration(wait) }) : ''
  return <LiveRegion>{prices.loading ? t('pricing') : [price, arrival].filter(Boolean).join(', ')}</LiveRegion>
}
