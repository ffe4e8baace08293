import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegion } from '@/components/map'
import { DropSign, PickupSign, PlaceField, useCovers } from '@/entities/place'
import { type Settings, useFormat } from '@/entities/settings'
import type { LatLng } from '@/lib/geo/geo'
import { useErrorText } from '@/lib/server/use-error-text'
import { useMeasured, useOwnRoutes, useRoutePrice } from '../hooks/use-own-routes'
import type { OwnRoute } from '../model/own-routes'
import { useMapFacts } from '../queries'

interface OwnRoutesProps {
  fare: number
  percent: number
  settings: Settings
}

/** Three rides that the owner knows the price of: it changes with each figure that is typed above. */
export function OwnRoutes(tariff: OwnRoutesProps) {
  const { t } = useTranslation('setup')
  const { routes, put } = useOwnRoutes(useMapFacts())
  const { data: region } = useRegion()
  const covers = useCovers()
  const near: LatLng | null = region ? { lng: region.center[0], lat: region.center[1] } : null
  return (
    // Enter chooses a place here and must not send the form around it.
    <section aria-labelledby="own-routes" className="space-y-3" onKeyDown={stayOnEnter}>
      <div>
        <h3 id="own-routes" className="font-semibold">
          {t('routes.title')}
        </h3>
        <p className="text-sm text-pretty text-muted">{t('routes.text')}</p>
      </div>
      <ol className="space-y-3">
        {routes.map((route, nr) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a route is identified by its place in the list
          <li key={nr} className="rounded-card border border-line bg-card">
            {(['from', 'to'] as const).map((end) => (
              <PlaceField
                key={end}
                label={t(`routes.${end}`, { nr: nr + 1 })}
                sign={end === 'from' ? <PickupSign /> : <DropSign />}
                value={route[end]}
                onChange={(place) => put(nr, end, place)}
                near={near}
                covers={covers}
                userId={null}
              />
            ))}
            <RoutePrice route={route} {...tariff} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function stayOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function RoutePrice({ route, ...tariff }: OwnRoutesProps & { route: OwnRoute }) {
  const { t } = useTranslation('setup')
  const { money, distance, duration } = useFormat()
  const errorText = useErrorText()
  const { data: measured, error } = useMeasured(route)
  const { price, error: priceError } = useRoutePrice(tariff, measured)
  const wrong = error ?? priceError
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2.5 text-sm">
      {wrong ? (
        <p role="alert" className="text-bad">
          {errorText(wrong)}
        </p>
      ) : (
        <>
          <span className="text-muted">
            {measured
              ? t('routes.way', { distance: distance(measured.km), time: duration(measured.secs) })
              : t(route.from && route.to ? 'routes.measuring' : 'routes.choose')}
          </span>
          <output className="font-semibold tabular">{price == null ? '' : money(price)}</output>
        </>
      )}
    </div>
  )
}
