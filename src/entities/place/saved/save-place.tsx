import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '@/lib/geo'
import { PlaceDialogs } from './late-dialogs'

/** The button that saves a place, at the end of the row of saved places. */
export function SavePlace({ place, userId }: { place: Place; userId: string }) {
  const { t } = useTranslation('places')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('saved.add')}
        onClick={() => setOpen(true)}
        className="grid size-10 shrink-0 place-items-center rounded-full border border-line bg-card hover:bg-soft"
      >
        <Plus aria-hidden className="size-4.5" />
      </button>
      <PlaceDialogs question={open ? { ask: 'save', place } : null} userId={userId} onClose={() => setOpen(false)} />
    </>
  )
}
