import { useTranslation } from 'react-i18next'
import { Skeleton } from '@/components/ui/skeleton'

/** The placeholder while the list loads. */
export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('loading')}</span>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-36 rounded-card" />
      ))}
    </div>
  )
}
