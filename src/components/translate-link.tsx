import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useLanguages } from '@/lib/texts/offered'
import { cn } from '@/lib/utils'

/**
 * Says that the firm's own texts can be translated, and links to the page that does it. Empty if there is only one language.
 */
export function TranslateLink({ className }: { className?: string }) {
  const { t } = useTranslation('form')
  const [own, ...others] = useLanguages()
  if (!own || others.length === 0) return null
  return (
    <p className={cn('flex items-start gap-2 text-sm text-muted', className)}>
      <Languages aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {t('translate.text', { language: own.name })}{' '}
        <Link to={paths.languages} className="font-medium text-ink underline underline-offset-2">
          {t('translate.link')}
        </Link>
      </span>
    </p>
  )
}
