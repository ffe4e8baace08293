import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** A page's own fault, or a part of it that could not be loaded: words and a way on instead of a blank window. */
export function CrashPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <main id="main" className="grid min-h-svh place-items-center">
      <EmptyState
        heading="h1"
        icon={TriangleAlert}
        title={t('crash.title')}
        action={<Button onClick={() => window.location.reload()}>{t('crash.action')}</Button>}
      >
        {t('crash.text')}
      </EmptyState>
    </main>
  )
}
