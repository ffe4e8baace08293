import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import type { Kind } from '../model/kinds'

/** A link back to the list of this kind of people. */
export function BackToList({ kind }: { kind: Kind }) {
  const { t } = useTranslation('people')
  return (
    <Button asChild size="icon-sm">
      <Link to={kind.path} aria-label={t(`${kind.name}.back`)}>
        <ArrowLeft aria-hidden className="rtl:rotate-180" />
      </Link>
    </Button>
  )
}
