import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '@/lib/geo/geo'
import { cn } from '@/lib/utils'
import { PlaceDialogs } from './late-dialogs'

interface SavePlaceProps {
  place: Place
  userId: string
  /** True if the button is alone in its row. It then has a label, because a plus sign alone says nothing. */
  isAlone: boolean
}

/** The button that saves a place, at the end of the row of saved places. */
export function SavePlace({ place, userId, isAlone }: SavePlaceProps) {
  const { t } = useTranslation('places')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('saved.add')}
        onClick={() => setOpen(true)}
        className={cn(
          'flex h-10 shrink-0 items-center justify-center gap-2 rounded-full border border-line bg-card text-sm font-medium hover:bg-soft',
          isAlone ? 'px-4' : 'w-10'
        )}
      >
        <Plus aria-hidden className="size-4.5 shrink-0" />
        {isAlone && t('saved.add')}
      </button>
      <PlaceDialogs question={open ? { ask: 'save', place } : null} userId={userId} onClose={() => setOpen(false)} />
    </>
  )
}
