import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { textLimits } from '@/types/text-limits'
import { useBookingDraft } from '../../hooks/use-booking-screen'
import { OptionDialog } from './option-dialog'

const LIMIT = textLimits.booking_contacts.pick_up_instructions

/** The dialog for a note to the driver about the pickup. */
export function NoteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('needs')
  const { state, dispatch } = useBookingDraft()
  const [note, setNote] = useState(state.draft.note)
  const done = () => {
    if (note.length > LIMIT) return
    dispatch({ do: 'set_options', options: { note: note.trim() } })
    onClose()
  }
  return (
    <OptionDialog title={t('note.title')} text={t('note.text')} onClose={onClose} onDone={done}>
      <Field label={t('note.label')} limit={{ text: note, of: LIMIT }}>
        {(control) => (
          <Textarea
            {...control}
            placeholder={t('note.example')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </OptionDialog>
  )
}
