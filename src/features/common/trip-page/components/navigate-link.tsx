import { Navigation } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type LatLng, latLngText } from '@/lib/geo/geo'

/**
 * Returns a URL that opens turn-by-turn directions. On phones that the user agent identifies, it opens the phone's own
 * navigation app.
 */
export function directionsUrl(goal: LatLng, agent: string): string {
  const to = latLngText(goal)
  if (/iPhone|iPad/.test(agent)) return `https://maps.apple.com/?${new URLSearchParams({ daddr: to, dirflg: 'd' })}`
  // Android offers the installed navigation apps for this URL.
  if (/Android/.test(agent)) return `geo:${to}?${new URLSearchParams({ q: to })}`
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: to, travelmode: 'driving' })}`
}

interface NavigateLinkProps {
  goal: LatLng
  heading: 'pickup' | 'drop'
  /** The number of the stop to which the directions lead; null if they lead to the pickup or the drop-off. */
  stop: number | null
  variant: 'accent' | 'outline'
}

/** A link that opens directions to the car's current destination. */
export function NavigateLink({ goal, heading, stop, variant }: NavigateLinkProps) {
  const { t } = useTranslation('trips')
  return (
    <Button asChild size="lg" variant={variant} className="min-w-0 flex-1">
      <a href={directionsUrl(goal, navigator.userAgent)} target="_blank" rel="noreferrer">
        <Navigation aria-hidden />
        {stop === null ? t(`action.navigate_${heading}`) : t('action.navigate_stop', { place: stop })}
      </a>
    </Button>
  )
}
