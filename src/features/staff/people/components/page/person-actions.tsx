import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import {
  deleteAccount,
  editPerson,
  type StaffPerson,
  setApproved,
  staffName,
  staffPersonKey,
  useSession
} from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { CarTypeField } from './car-type-field'

/** Actions on a person that staff must confirm first. */
export type PersonAction = 'approve' | 'suspend' | 'delete'

interface PersonActionDialogProps {
  action: PersonAction
  person: StaffPerson
  onClose: () => void
  onDone?: () => void
}

const limit = textLimits.profiles.suspended_reason

/**
 * Whether an approval must also set the driver's car type, without which the driver gets no trips. Fleet admins cannot set it.
 */
function useNeedsCarType(action: PersonAction, { usertype, driver_facts }: StaffPerson): boolean {
  const { role } = useSession()
  return role === 'admin' && action === 'approve' && usertype === 'driver' && driver_facts?.car_type_id == null
}

/** Confirms approving, suspending or deleting a person. */
export function PersonActionDialog({ action, person, onClose, onDone }: PersonActionDialogProps) {
  const { t } = useTranslation('people')
  const [reason, setReason] = useState('')
  const [carType, setCarType] = useState('')
  const needsCarType = useNeedsCarType(action, person)
  const name = staffName(person)
  const send = async (): Promise<unknown> => {
    if (action === 'delete') return deleteAccount(person.id)
    if (needsCarType) await editPerson(person.id, { car_type_id: carType })
    return setApproved(person.id, action === 'approve', reason.trim() || null)
  }
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
      disabled={isTooLong(reason, limit) || (needsCarType && !carType)}
      command={command}
      onConfirm={() => void command.run()}
      onClose={onClose}
    >
      {needsCarType && <CarTypeField value={carType} onChange={setCarType} />}
      {action === 'suspend' && (
        <Field label={t('reason')} hint={t('reason_hint')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
    </CommandDialog>
  )
}
