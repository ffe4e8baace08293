import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '@/lib/page/use-online'

const OfflineMore = lazy(() => import('./offline-more').then((part) => ({ default: part.OfflineMore })))

/**
 * Says that the device is offline. The live region is rendered even while the device is online, so that screen readers
 * announce the change. The banner is below the header, so that the header stays usable.
 */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div
      role="status"
      className="pointer-events-none fixed start-0 end-(--beside) top-18 z-40 flex justify-center px-4"
    >
      {!online && (
        // A driver's guide bar is at the same place and shows it itself (`data-guide`).
        <p className="mt-2 flex flex-wrap gap-x-3 rounded-card bg-ink px-4 py-2 text-sm text-paper in-[:root:has([data-guide])]:sr-only">
          {t('offline')}
          <Suspense>
            <OfflineMore />
          </Suspense>
        </p>
      )}
    </div>
  )
}
