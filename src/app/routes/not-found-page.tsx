import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { paths } from '@/config/paths'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main id="main" className="grid min-h-[70svh] place-items-center">
      <EmptyState
        heading="h1"
        icon={MapPinOff}
        title={t('not_found.title')}
        action={
          <Button asChild>
            <Link to={paths.home}>{t('not_found.action')}</Link>
          </Button>
        }
      >
        {t('not_found.text')}
      </EmptyState>
    </main>
  )
}
