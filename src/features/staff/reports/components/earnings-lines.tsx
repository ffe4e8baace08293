import { ArrowLeft, Receipt } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Column, DataTable, type TableDefinition } from '@/components/data-table'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useTableHost } from '@/entities/person'
import { monthOf } from '@/lib/time/days'
import { ACCOUNTS, monthDays, monthName } from '../model'
import { type EarningsLine, lineSource } from '../queries'

const MONEY: (keyof EarningsLine)[] = [
  'trip_cost',
  'ride_cost',
  'driver_share',
  'convenience_fee',
  'discount_amount',
  'cancellation_fee',
  'cancellation_share',
  'free_ride_discounts'
]
const HIDDEN: (keyof EarningsLine)[] = ['ride_cost', 'cancellation_share', 'free_ride_discounts']

interface EarningsLinesProps {
  /** First day of the month. */
  month: string
  /** The driver whose lines are shown; null for all drivers. */
  driverId: string | null
  /** The totals, shown above the lines. */
  figures: ReactNode
}

/** Lists the bookings that a month's figures consist of. */
export function EarningsLines({ month, driverId, figures }: EarningsLinesProps) {
  const { t } = useTranslation('reports')
  const host = useTableHost()
  const { locale } = host
  const definition = useMemo<TableDefinition<EarningsLine>>(() => {
    const money = (id: keyof EarningsLine, isHidden: boolean): Column<EarningsLine> => ({
      id,
      label: t(`column.${id}`),
      value: (row) => row[id],
      kind: 'money',
      width: 132,
      hidden: isHidden
    })
    return {
      id: driverId ? 'driver-earnings-lines' : 'earnings-lines',
      label: t('lines.title', { month: monthName(month, locale) }),
      columns: [
        { id: 'reference', label: t('column.reference'), value: (row) => row.reference, width: 128 },
        { id: 'day', label: t('column.day'), value: (row) => row.day, kind: 'day', width: 128 },
        { id: 'driver_name', label: t('column.driver_name'), value: (row) => row.driver_name, width: 168 },
        ...MONEY.map((id) => money(id, HIDDEN.includes(id)))
      ],
      source: lineSource({ month, driverId }),
      print: {
        sums: MONEY,
        accounts: ACCOUNTS,
        facts: () => [[t('print.period'), monthDays(monthOf(month), locale)]]
      },
      rowId: (row) => String(row.id),
      rowName: (row) => row.reference,
      rowLink: (row) => paths.booking(row.booking_id),
      action: (
        <Button asChild variant="outline">
          <Link to={driverId ? paths.driverEarnings : paths.earnings}>
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
            {t('lines.back')}
          </Link>
        </Button>
      ),
      empty: { title: t('common:no_data'), hint: t('lines.empty'), icon: Receipt }
    }
  }, [t, locale, month, driverId])
  const shown = useMemo(() => ({ ...definition, above: figures }), [definition, figures])
  return (
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[40rem]">
      <DataTable key={`${month}-${driverId}`} definition={shown} host={host} />
    </main>
  )
}
