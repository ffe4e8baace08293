import { ArrowLeft, Receipt } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Column, DataTable, type TableDefinition } from '@/components/data-table'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useTableHost } from '@/entities/person'
import { monthName } from '../model'
import { type EarningsLine, lineSource } from '../queries'

interface EarningsLinesProps {
  /** First day of the month. */
  month: string
  /** One driver's lines; null is all. */
  driverId: string | null
  /** The figures that the lines sum to. */
  figures: ReactNode
}

/** The bookings behind a month's figures. */
export function EarningsLines({ month, driverId, figures }: EarningsLinesProps) {
  const { t } = useTranslation('reports')
  const host = useTableHost()
  const { locale } = host
  const definition = useMemo<TableDefinition<EarningsLine>>(() => {
    const money = (id: keyof EarningsLine, isHidden = false): Column<EarningsLine> => ({
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
        money('trip_cost'),
        money('ride_cost', true),
        money('driver_share'),
        money('convenience_fee'),
        money('discount_amount'),
        money('cancellation_fee'),
        money('cancellation_share', true),
        money('free_ride_discounts', true)
      ],
      source: lineSource({ month, driverId }),
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
