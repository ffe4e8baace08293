import { Navigation } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type Booking, dropOf } from '@/entities/booking'
import { latLngText } from '@/lib/geo'

/** The address that opens turn-by-turn directions in the phone's own map application. */
function directionsUrl(booking: Booking, heading: 'pickup' | 'drop'): string {
  const to = heading === 'pickup' ? { lat: booking.pickup_lat, lng: booking.pickup_lng } : dropOf(booking)
  const query = new URLSearchParams({ api: '1', destination: latLngText(to), travelmode: 'driving' })
  return `https://www.google.com/maps/dir/?${query}`
}

interface NavigateLinkProps {
  booking: Booking
  heading: 'pickup' | 'drop'
  variant: 'accent' | 'outline'
}

/** Opens directions to where the car is heading. */
export function NavigateLink({ booking, heading, variant }: NavigateLinkProps) {
  const { t } = useTranslation('trips')
  return (
    <Button asChild size="lg" variant={variant} className="w-full">
      <a href={directionsUrl(booking, heading)} target="_blank" rel="noreferrer">
        <Navigation aria-hidden />
        {t(`action.navigate_${heading}`)}
      </a>
    </Button>
  )
}
