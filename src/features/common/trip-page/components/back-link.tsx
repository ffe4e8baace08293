import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'

/** A link to the list of bookings. It is over the map on a phone, and at the top of the panel on a desktop. */
export function BackLink({ className = '' }: { className?: string }) {
  const { t } = useTranslation('trips')
  return (
    <Link to={paths.bookings} className={`flex items-center gap-1 text-sm font-medium ${className}`}>
      <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      {t('back')}
    </Link>
  )
}
