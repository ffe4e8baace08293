import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { loadAgain } from '@/lib/load-again'
import { MoneyDesk } from './desk/money-desk'

type Load = () => Promise<{ [name: string]: ComponentType }>
const late = (load: Load, name: string) =>
  lazy(async () => ({ default: (await loadAgain(load))[name] as ComponentType }))

/** The lists that the desk's figures link to, by the URL's parameter `show`. */
const lists: Record<string, ComponentType> = {
  entries: late(() => import('./lists/entries-list'), 'EntriesList'),
  bank: late(() => import('./lists/bank-list'), 'BankList'),
  differences: late(() => import('./lists/differences-list'), 'DifferencesList'),
  chargebacks: late(() => import('./lists/chargebacks-list'), 'ChargebacksList'),
  flags: late(() => import('./lists/flags-list'), 'FlagsList'),
  stuck: late(() => import('./lists/stuck-list'), 'StuckList'),
  payouts: late(() => import('./lists/payouts-list'), 'PayoutsList'),
  charges: late(() => import('./lists/charges-list'), 'ChargesList'),
  writeoffs: late(() => import('./lists/write-offs-list'), 'WriteOffsList')
}

/** The page of the company's money: the desk with balances, movements and closing of days and months, or one of the lists. */
export function MoneyPage() {
  const [params] = useSearchParams()
  const show = params.get('show') ?? ''
  const List = Object.hasOwn(lists, show) ? lists[show] : undefined
  if (!List) return <MoneyDesk />
  return (
    <Suspense fallback={<Skeleton className="m-6 h-96 rounded-card" />}>
      <List key={show} />
    </Suspense>
  )
}
