import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { messageDriver } from '../api'
import { useReloadBooking } from '../keys'
import type { ActionDialogProps } from './dialog-props'

/** Characters that `message_driver` takes. */
const LIMIT = 500

const QUICK = ['call', 'hurry', 'waiting', 'entrance'] as const

/** A text on the driver's screen. What is said most often is one press away, and can still be changed. */
export function MessageDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const reload = useReloadBooking(booking.id)
  const [words, setWords] = useState('')
  const send = useCommand((text: string, key) => messageDriver(booking.id, text, key), {
    done: t('dialog.message_driver.done', { name: booking.driver_name ?? '' }),
    onDone: () => {
      void reload()
      onClose()
    }
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('dialog.message_driver.title', { name: booking.driver_name ?? '' })}
      text={t('dialog.message_driver.text')}
      keep={t('common:cancel')}
      confirm={t('dialog.message_driver.confirm')}
      variant="accent"
      disabled={!words.trim() || isTooLong(words, LIMIT)}
      busy={send.busy}
      error={send.error}
      onConfirm={() => void send.run(words.trim())}
    >
      <Field label={t('dialog.message_driver.message')} limit={{ text: words, of: LIMIT }}>
        {(control) => (
          <Textarea {...control} autoFocus value={words} onChange={(event) => setWords(event.target.value)} />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        {QUICK.map((one) => (
          <Button
            key={one}
            size="sm"
            variant="outline"
            onClick={() => setWords(t(`dialog.message_driver.quick.${one}`))}
          >
            {t(`dialog.message_driver.quick.${one}`)}
          </Button>
        ))}
      </div>
    </ConfirmDialog>
  )
}
