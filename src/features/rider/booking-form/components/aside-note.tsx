import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { loginPath, paths } from '@/config/paths'

/**
 * A note that the session ended during booking, and that the entered ride is kept on this device until the same user signs in
 * again.
 */
export function AsideNote() {
  const { t } = useTranslation('booking_dialogs')
  return (
    <Alert
      action={
        <Link to={loginPath(paths.home)} className="min-h-6 shrink-0 font-semibold underline underline-offset-4">
          {t('aside.action')}
        </Link>
      }
    >
      {t('aside.text')}
    </Alert>
  )
}
