import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'

interface PinPanelProps {
  title: string
  /** The address under the pin; null while it is looked up. */
  address: string | null
  busy: boolean
  onUse: () => void
  onCancel: () => void
}

/** While a place is pointed out on the map: what to do, what the pin stands on, and the way back. */
export function PinPanel({ title, address, busy, onUse, onCancel }: PinPanelProps) {
  const { t } = useTranslation('booking')
  return (
    <section aria-label={title} className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="text-sm text-pretty text-muted">{t('pin.how')}</p>
      </div>
      <div role="status" className="flex min-h-12 items-center rounded-control bg-soft px-3.5 text-base">
        {address ? <bdi>{address}</bdi> : <Skeleton className="h-4 w-2/3 bg-line" />}
      </div>
      <div className="flex gap-2">
        <Button size="lg" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="lg" variant="accent" className="flex-1" busy={busy} disabled={!address} onClick={onUse}>
          {t('pin.use')}
        </Button>
      </div>
    </section>
  )
}
