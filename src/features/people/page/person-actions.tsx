import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { deleteAccount, type StaffPerson, setApproved, staffName, staffPersonKey } from '@/entities/person'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { textLimits } from '@/types/text-limits'

/** Actions on a person that staff must confirm first. */
export type PersonAction = 'approve' | 'suspend' | 'delete'

interface PersonActionDialogProps {
  action: PersonAction
  person: StaffPerson
  onClose: () => void
  onDone?: () => void
}

const limit = textLimits.profiles.suspended_reason

/** Confirms approving, suspending or deleting a person. */
export function PersonActionDialog({ action, person, onClose, onDone }: PersonActionDialogProps) {
  const { t } = useTranslation('people')
  const [reason, setReason] = useState('')
  const name = staffName(person)
  const send = async (): Promise<unknown> =>
    action === 'delete' ? deleteAccount(person.id) : setApproved(person.id, action === 'approve', reason.trim() || null)
  const command = useCommand(send, {
    done: t(`done.${action}`, { name }),
    // A deleted person cannot be read again, so nothing is invalidated.
    invalidates: () => (action === 'delete' ? [] : [staffPersonKey(person.id)]),
    onDone: () => {
      onClose()
      onDone?.()
    }
  })
  return (
    <CommandDialog
      title={t(`${action}.title`, { name })}
      text={t(action === 'suspend' && person.usertype === 'driver' ? 'suspend.text_driver' : `${action}.text`)}
      confirm={t(`action.${action}`)}
      variant={action === 'approve' ? 'accent' : 'bad'}
      disabled={isTooLong(reason, limit)}
      command={command}
      onConfirm={() => void command.run()}
      onClose={onClose}
    >
      {action === 'suspend' && (
        <Field label={t('reason')} hint={t('reason_hint')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
    </CommandDialog>
  )
}
