import { type LucideIcon, MessageSquareText, User, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useRequirementWords } from '@/entities/car'
import { useBookingCars, useBookingDraft } from '../../hooks/use-booking-screen'
import { GuestDialog } from './guest-dialog'
import { NeedsDialog } from './needs-dialog'
import { NoteDialog } from './note-dialog'
import { NothingFits } from './nothing-fits'

const dialogs = { guest: GuestDialog, needs: NeedsDialog, note: NoteDialog }

/** Buttons for who travels, what the car must carry, and a note for the driver. Each shows its current choice. */
export function OptionChips() {
  const { t } = useTranslation('needs')
  const { state } = useBookingDraft()
  const { isFitting } = useBookingCars()
  const requirementWords = useRequirementWords()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { guest, requirements, note } = state.draft
  const one = requirements.seats > 1 ? [] : [t('asked.seats', { count: 1 })]
  const needed = [...one, ...requirementWords(requirements)].join(' · ')
  const Open = open && dialogs[open]
  return (
    <>
      <div className="-mx-1 flex min-h-12 gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        <Chip icon={User} label={t('guest.title')} onPress={() => setOpen('guest')}>
          {guest ? <bdi>{guest.name}</bdi> : t('guest.me')}
        </Chip>
        <Chip icon={Users} label={t('title')} onPress={() => setOpen('needs')}>
          {needed}
        </Chip>
        <Chip icon={MessageSquareText} label={t('note.title')} onPress={() => setOpen('note')}>
          {note ? <bdi>{note}</bdi> : t('note.add')}
        </Chip>
      </div>
      {!isFitting && <NothingFits />}
      {Open && <Open onClose={() => setOpen(null)} />}
    </>
  )
}

interface ChipProps {
  icon: LucideIcon
  /** The name of the choice, shown before its value. */
  label: string
  onPress: () => void
  children: ReactNode
}

function Chip({ icon: Icon, label, onPress, children }: ChipProps) {
  return (
    <Button variant="outline" className="shrink-0 rounded-full px-3" aria-haspopup="dialog" onClick={onPress}>
      <Icon aria-hidden />
      <span className="sr-only">{label}: </span>
      <span className="max-w-48 truncate">{children}</span>
    </Button>
  )
}
