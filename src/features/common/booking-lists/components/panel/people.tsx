import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { buttonVariants } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { paths } from '@/config/paths'
import { type Booking, carWords, useContacts } from '@/entities/booking'
import { isolated } from '@/lib/format/isolated'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { telLink, written } from '@/lib/typing/phone'

/** Returns whether a number can be called. In a demo it cannot, because digits are replaced by asterisks. */
const callable = (number: string | null | undefined): number is string => !!number && !number.includes('*')

/** Reads the number of a driver whom the caller manages; null for others. */
const getNumber = async (driverId: string): Promise<string | null> =>
  (await unwrap(supabase.from('profiles').select('mobile').eq('id', driverId).maybeSingle()))?.mobile ?? null

/**
 * The number of a booking's driver: of the booking while it has one, otherwise that of the profile. A fleet admin may call a driver
 * also about a ride that is over, whose contacts are closed.
 */
function useDriverNumber({ driver_id }: Booking, contact: string | null | undefined): string | null {
  const { data } = useSWR(driver_id && !contact ? ['driver-number', driver_id] : null, ([, id]) => getNumber(id), {
    revalidateOnFocus: false
  })
  return contact ?? data ?? null
}

/** The rider (or their guest) and the driver, each with a link to their page, and a phone link if the number is known. */
export function People({ booking }: { booking: Booking }) {
  const { t } = useTranslation('panel')
  const { data: contacts } = useContacts(booking.id, booking.status, booking.driver_id)
  const driverPhone = useDriverNumber(booking, contacts?.driver_contact)
  const riderPhone = contacts?.guest_phone || contacts?.customer_contact || booking.customer_contact
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {booking.customer_id && (
        <Person
          kind="rider"
          to={paths.rider(booking.customer_id)}
          name={booking.guest_name ?? booking.customer_name}
          about={[
            booking.guest_name && t('booked_by', { name: booking.customer_name ?? '' }),
            riderPhone && written(riderPhone)
          ]}
          phone={riderPhone}
          keys="k"
        />
      )}
      {booking.driver_id && (
        <Person
          kind="driver"
          to={paths.driver(booking.driver_id)}
          name={booking.driver_name}
          about={[booking.vehicle_number, carWords(booking)]}
          phone={driverPhone}
          keys="d"
        />
      )}
    </ul>
  )
}

interface PersonProps {
  kind: 'rider' | 'driver'
  to: string
  name: string | null
  about: readonly (string | null | undefined)[]
  phone: string | null | undefined
  keys: string
}

function Person({ kind, to, name, about, phone, keys }: PersonProps) {
  const { t } = useTranslation('panel')
  const known = about.filter((part): part is string => !!part)
  const call = t(`call.${kind}`, { name: name ?? '' })
  const href = callable(phone) ? telLink(phone) : null
  useShortcut({
    keys,
    label: call,
    group: t('shortcuts'),
    isOff: href === null,
    run: () => href && window.location.assign(href)
  })
  return (
    <li className="flex items-center gap-2 px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <span className="sr-only">{t(`person.${kind}`)}</span>
        <Link to={to} className="block truncate font-medium underline-offset-4 hover:underline">
          <bdi>{name || t('common:no_name')}</bdi>
        </Link>
        <p className="truncate text-xs text-muted tabular">{known.map(isolated).join(' · ')}</p>
      </div>
      {href && (
        <Tooltip label={call} keys={keys}>
          <a
            href={href}
            aria-label={call}
            aria-keyshortcuts={ariaKeys(keys)}
            className={buttonVariants({ variant: 'soft', size: 'icon-sm' })}
          >
            <Phone aria-hidden />
          </a>
        </Tooltip>
      )}
    </li>
  )
}
