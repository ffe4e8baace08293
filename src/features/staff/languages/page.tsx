import { Languages, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsDemo } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { LanguageDialog } from './components/language-dialog'
import { LanguageTable } from './components/language-table'
import { useLanguageRows } from './queries'

/** The page that lists the languages that people can choose. Each has a link to its texts. */
export function LanguagesPage() {
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const { data: rows, error, mutate } = useLanguageRows()
  const [isNew, setNew] = useState(false)
  const isDemo = useIsDemo()
  return (
    <main id="main" className="w-full">
      <header className="flex min-h-16 flex-wrap items-center gap-3 border-b border-line px-4 py-3 md:px-6">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        {rows && <span className="text-muted tabular">{rows.length}</span>}
        <Button variant="accent" className="ms-auto" disabled={isDemo || !rows} onClick={() => setNew(true)}>
          <Plus aria-hidden />
          {t('new')}
        </Button>
      </header>
      {isDemo && <Alert className="m-4 md:mx-6">{errorText('demo_mode')}</Alert>}
      {rows ? (
        rows.length > 0 ? (
          <LanguageTable rows={rows} isDemo={isDemo} />
        ) : (
          <EmptyState icon={Languages} title={t('none')} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="m-4 h-48 md:m-6" />
      )}
      {isNew && rows && <LanguageDialog mode="new" rows={rows} onClose={() => setNew(false)} />}
    </main>
  )
}
