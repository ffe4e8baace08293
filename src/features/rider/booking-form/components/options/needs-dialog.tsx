import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NeedsFields } from '@/entities/car'
import { useBookingDraft } from '../../hooks/use-booking-screen'
import { OptionDialog } from './option-dialog'

/**
 * The dialog for what the car must carry, such as luggage. After a choice, only car types with a suitable car can be chosen,
 * and only drivers of suitable cars get the booking.
 */
export function NeedsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('needs')
  const { state, dispatch } = useBookingDraft()
  const [asked, setAsked] = useState(state.draft.requirements)
  return (
    <OptionDialog
      title={t('title')}
      text={t('text')}
      onClose={onClose}
      onDone={() => {
        dispatch({ do: 'set_options', options: { requirements: asked } })
        onClose()
      }}
    >
      <NeedsFields value={asked} onChange={setAsked} />
    </OptionDialog>
  )
}
