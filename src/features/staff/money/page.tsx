import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { MoneyDesk } from './components/desk/money-desk'

/** The lists that the desk's figures link to, by the URL's parameter `show`. */
const lists: Record<string, ComponentType> = {
  entries: lazy(() => import('./components/lists/entries-list').then((part) => ({ default: part.EntriesList }))),
  bank: lazy(() => import('./components/lists/bank-list').then((part) => ({ default: part.BankList }))),
  differences: lazy(() =>
    import('./components/lists/differences-list').then((part) => ({ default: part.DifferencesList }))
  ),
  chargebacks: lazy(() =>
    import('./components/lists/chargebacks-list').then((part) => ({ default: part.ChargebacksList }))
  ),
  flags: lazy(() => import('./components/lists/flags-list').then((part) => ({ default: part.FlagsList }))),
  stuck: lazy(() => import('./components/lists/stuck-list').then((part) => ({ default: part.StuckList }))),
  payouts: lazy(() => import('./components/lists/payouts-list').then((part) => ({ default: part.PayoutsList }))),
  charges: lazy(() => import('./components/lists/charges-list').then((part) => ({ default: part.ChargesList }))),
  writeoffs: lazy(() => import('./components/lists/write-offs-list').then((part) => ({ default: part.WriteOffsList })))
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
