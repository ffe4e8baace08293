import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { assignDriver } from '@/entities/booking'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import type { ActionDialogProps } from '../actions/dialog-props'
import { withdrawOffer } from '../commands'
import { useReloadBooking } from '../keys'
import type { AssignableDriver } from '../queries'
import { DriverList } from './driver-list'
import { type DriverChoice, useDriverChoice } from './use-driver-choice'

/** The dialog that offers a booking to one driver. The nearest driver is preselected; Enter confirms. */
export function AssignDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  const reload = useReloadBooking(booking.id)
  const assign = useCommand((driver: AssignableDriver) => assignDriver(booking.id, driver.driver_id), {
    onDone: (_, { driver_id }) => {
      const undo = () =>
        void withdrawOffer(booking.id, driver_id).then(reload, (cause) => toast('error', errorText(cause)))
      toast('success', t('assign.done'), { label: t('assign.undo'), run: undo })
      void reload()
      onClose()
    }
  })
  const send = (driver: AssignableDriver) => void assign.run(driver)
  const choice = useDriverChoice(booking.id, { lat: booking.pickup_lat, lng: booking.pickup_lng }, send)
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="sm:w-[34rem]">
        <DialogHeader>
          <DialogTitle>{t('assign.title', { reference: booking.reference })}</DialogTitle>
          <DialogDescription>{t('assign.text')}</DialogDescription>
        </DialogHeader>
        <DriverSearch choice={choice} />
        <Drivers choice={choice} onChoose={send} />
        {assign.error && (
          <Alert tone="bad" className="mt-3">
            {errorText(assign.error)}
          </Alert>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button size="lg">{t('common:cancel')}</Button>
          </DialogClose>
          <Button
            size="lg"
            variant="accent"
            busy={assign.busy}
            disabled={!choice.active}
            onClick={() => choice.active && send(choice.active)}
          >
            {choice.active
              ? t('assign.ask', { name: choice.active.driver_name || t('common:no_name') })
              : t('assign.confirm')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function DriverSearch({ choice }: { choice: DriverChoice }) {
  const { t } = useTranslation('panel')
  return (
    <div className="relative mb-3">
      <Search aria-hidden className="absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <Input
        role="combobox"
        aria-label={t('assign.search')}
        aria-expanded
        aria-controls={`${choice.id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={choice.active ? choice.optionId(choice.active.driver_id) : undefined}
        autoComplete="off"
        placeholder={t('assign.search')}
        value={choice.text}
        onChange={(event) => choice.setText(event.target.value)}
        onKeyDown={choice.onKeyDown}
        dir={undefined}
        className="ps-9 [unicode-bidi:plaintext]"
      />
    </div>
  )
}

function Drivers({ choice, onChoose }: { choice: DriverChoice; onChoose: (driver: AssignableDriver) => void }) {
  const { t } = useTranslation('panel')
  const { isLoading, error, drivers, isSearch } = choice
  if (isLoading || (error && drivers.length === 0)) {
    return (
      <Pending error={error} onRetry={choice.reload}>
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  if (drivers.length === 0)
    return <p className="py-6 text-center text-sm text-muted">{t(isSearch ? 'assign.none_named' : 'assign.nobody')}</p>
  return <DriverList choice={choice} onChoose={onChoose} />
}
