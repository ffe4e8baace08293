import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { paths } from '@/config/paths'
import { useErrorText } from '@/lib/use-error-text'
import { useBookingScreen } from '../hooks/use-booking-screen'

/**
 * The dialog for a rider without a phone number, whom the driver could not call. It offers to add a number or to continue
 * without one.
 */
export function PhoneDialog() {
  const { t } = useTranslation('booking_dialogs')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { dispatch, send } = useBookingScreen()
  const close = () => dispatch({ do: 'ask', question: null })
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{errorText('phone_no_update')}</DialogTitle>
          <DialogDescription>{t('phone.why')}</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button
            size="lg"
            onClick={() => {
              close()
              send()
            }}
          >
            {t('phone.without')}
          </Button>
          <Button
            size="lg"
            variant="accent"
            // The dialog is not closed first, because closing goes back in the history and would collide with this navigation.
            // The dialog disappears with the page.
            onClick={() => navigate(`${paths.profile}?next=${encodeURIComponent(paths.home)}`)}
          >
            {t('phone.to_profile')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
