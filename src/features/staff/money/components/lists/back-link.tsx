import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'

/** The link from a list back to the money desk. */
export function BackLink() {
  const { t } = useTranslation('money')
  return (
    <Button asChild variant="outline">
      <Link to={paths.money}>
        <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        {t('back')}
      </Link>
    </Button>
  )
}

export const listClasses = 'h-[calc(100svh-var(--bar))] min-h-[40rem]'
