import type { Column } from '@/components/data-table'
import { providerName } from '@/entities/payment'
import type { usePersonPath } from '@/entities/person'
import { bookingAtDesk } from '../../model/links'

/** A row about a customer's payment. */
interface ChargeRow {
  customer_id: string | null
  name: string | null
  booking_id: string | null
  reference: string | null
  provider: string
}

/** The columns for customer, booking and provider, which all lists of payments share. */
export function chargeColumns<Row extends ChargeRow>(
  label: (id: string) => string,
  personPath: ReturnType<typeof usePersonPath>
): Record<'name' | 'reference' | 'provider', Column<Row>> {
  return {
    name: {
      id: 'name',
      label: label('name'),
      value: (row) => row.name,
      link: (row) => (row.customer_id ? personPath(row.customer_id, null) : null),
      width: 176
    },
    reference: {
      id: 'reference',
      label: label('reference'),
      value: (row) => row.reference,
      link: (row) => (row.booking_id ? bookingAtDesk(row.booking_id) : null),
      width: 120
    },
    provider: { id: 'provider', label: label('provider'), value: (row) => providerName(row.provider), width: 128 }
  }
}
