import type { TFunction } from 'i18next'
import { Ban, CarTaxiFront, ExternalLink, UserCheck } from 'lucide-react'
import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { BulkDialogAction, RowAction, TableDefinition } from '@/components/data-table'
import { LateDialog } from '@/components/ui/late-dialog'
import { paths } from '@/config/paths'
import { getStaffBooking, getTripOptions, type StaffBooking } from '@/entities/booking'
import { useTaxName } from '@/entities/fare'
import { usePersonPath, useReadsEarnings } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useMedia } from '@/lib/page/use-media'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { bookingColumns, fileColumns } from './columns'
import { DeskCard } from './desk-card'
import type { FactsStore } from './facts/facts-store'
import { bookingFilters, bookingViews } from './filters'
import { bornAt } from './sounds/use-sounds'
import { bookingSource } from './source'
import { keys } from './use-desk-keys'
import { whenOf } from './when'

const BulkAssign = lazy(() => import('../panel').then((part) => ({ default: part.BulkAssign })))

/**
 * Interval at which the order of the rows is updated while they are sorted by the risk of being late (ms). This risk changes
 * all the time.
 */
const RISK_MS = 20_000

/** For how long a booking counts as new (ms). A new booking appears at once, even while other updates are being throttled. */
const NEW_MS = 5000

/** An action on one row that needs confirmation. */
export interface RowCommand {
  command: 'cancel' | 'assign'
  booking: StaffBooking
}

type Words = TFunction<['bookings', 'trips', 'attention', 'desk', 'panel']>

/** The bulk action that assigns drivers to several bookings. */
const assignMany = (t: Words): BulkDialogAction<StaffBooking> => ({
  id: 'assign',
  label: t('panel:bulk.title'),
  icon: UserCheck,
  keys: keys.assignMany,
  dialog: (rows, onClose) => (
    <LateDialog>
      <BulkAssign rows={rows} onClose={onClose} />
    </LateDialog>
  )
})

/** The parts of the table's definition that the page of the desk provides. */
type Parts = Pick<TableDefinition<StaffBooking>, 'lit' | 'above' | 'action' | 'onOpen' | 'onRows'> & {
  facts: FactsStore
}

/** Defines the desk's table of bookings. */
export function useBookingTable(
  topic: string,
  onAsk: (asked: RowCommand) => void,
  parts: Parts
): TableDefinition<StaffBooking> {
  const { t } = useTranslation(['bookings', 'trips', 'attention', 'desk', 'panel'])
  const navigate = useNavigate()
  const { locale, timeZone } = useFormat()
  const [address] = useSearchParams()
  const personPath = usePersonPath()
  const hasEarnings = useReadsEarnings()
  const taxName = useTaxName()
  const isByRisk = /^-?late$/.test(address.get('sort') ?? '')
  const isAttention = address.get('attention') === 'yes'
  const isNarrow = !useMedia('(min-width: 88rem)')
  const today = dayOf(serverNow(), timeZone)
  return useMemo(() => {
    const { facts, ...around } = parts
    const actions = async (booking: StaffBooking): Promise<RowAction[]> => {
      const { actions: allowed } = await getTripOptions(booking.id)
      const ask = (command: RowCommand['command']) => () => onAsk({ command, booking })
      return [
        {
          id: 'open',
          label: t('action.open'),
          icon: ExternalLink,
          onSelect: () => void navigate(paths.booking(booking.id))
        },
        ...(allowed.includes('assign')
          ? [
              {
                id: 'assign',
                label: t('trips:assign.title'),
                icon: UserCheck,
                keys: keys.assign,
                onSelect: ask('assign')
              }
            ]
          : []),
        ...(allowed.includes('cancel')
          ? [
              {
                id: 'cancel',
                label: t('trips:cancel.confirm'),
                icon: Ban,
                keys: keys.cancel,
                isDanger: true,
                onSelect: ask('cancel')
              }
            ]
          : [])
      ]
    }
    return {
      ...around,
      id: 'bookings',
      isDense: true,
      label: t('title_desk'),
      columns: bookingColumns(t, {
        isAttention,
        isByRisk,
        isNarrow,
        hasEarnings,
        taxName,
        facts,
        when: whenOf(today, locale, timeZone),
        personPath
      }),
      fileColumns: fileColumns(t),
      filters: bookingFilters(t, topic === 'admin'),
      views: bookingViews(t, today),
      search: t('desk:search'),
      source: bookingSource,
      rowId: ({ id }) => id,
      rowName: ({ reference }) => reference,
      rowLink: ({ id }) => paths.booking(id),
      actions,
      // Selected rows can be exported, and admins can also assign drivers to them. Commands that end a trip are missing here,
      // because each trip needs its own dialog.
      bulk: topic === 'admin' ? [assignMany(t)] : [],
      card: (booking) => <DeskCard booking={booking} facts={facts} />,
      empty: { title: t('no_bookings'), hint: t('empty.desk'), icon: CarTaxiFront },
      live: {
        topic,
        orderMs: isByRisk ? RISK_MS : 0,
        // The list of bookings that need attention also changes when time passes, so it needs a second event.
        events: isAttention ? ['booking', 'attention'] : ['booking'],
        idOf: ({ payload }) => {
          facts.askSoon()
          return typeof payload.id === 'string' ? payload.id : null
        },
        isUrgent: ({ payload }) => typeof payload.id === 'string' && serverNow() - bornAt(payload.id) < NEW_MS,
        one: isAttention ? (id, signal) => getStaffBooking(id, signal, true) : getStaffBooking
      }
    }
  }, [
    t,
    topic,
    isAttention,
    isByRisk,
    isNarrow,
    hasEarnings,
    taxName,
    personPath,
    today,
    locale,
    timeZone,
    navigate,
    onAsk,
    parts
  ])
}
