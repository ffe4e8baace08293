import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { isTooLong } from '@/lib/typing/text-limit'
import { shortMessageLength } from '@/types/rules'
import { messageDriver } from '../commands'
import type { ActionDialogProps } from './dialog-props'
import { useAction } from './use-action'

const QUICK = ['call', 'hurry', 'waiting', 'entrance'] as const

/**
 * The dialog for a message that is shown on the driver's screen. Common messages are inserted by one press and can be edited.
 */
export function MessageDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const [words, setWords] = useState('')
  const send = useAction(
    booking.id,
    onClose,
    t('dialog.message_driver.done', { name: booking.driver_name ?? '' }),
    (text: string, key) => messageDriver(booking.id, text, key)
  )
  return (
    <CommandDialog
      title={t('dialog.message_driver.title', { name: booking.driver_name ?? '' })}
      text={t('dialog.message_driver.text')}
      confirm={t('dialog.message_driver.confirm')}
      variant="accent"
      disabled={!words.trim() || isTooLong(words, shortMessageLength)}
      command={send}
      onConfirm={() => void send.run(words.trim())}
      onClose={onClose}
    >
      <Field label={t('dialog.message_driver.message')} limit={{ text: words, of: shortMessageLength }}>
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
            className="h-auto min-h-8 shrink py-1 text-start whitespace-normal"
            onClick={() => setWords(t(`dialog.message_driver.quick.${one}`))}
          >
            {t(`dialog.message_driver.quick.${one}`)}
          </Button>
        ))}
      </div>
    </CommandDialog>
  )
}
