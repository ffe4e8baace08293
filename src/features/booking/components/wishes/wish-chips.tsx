import { ChevronDown, type LucideIcon, MessageSquareText, User, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useRequirementWords } from '@/entities/car'
import { isolated } from '@/lib/isolated'
import { useBookingScreen } from '../../hooks/use-booking-screen'
import { GuestDialog } from './guest-dialog'
import { NeedsDialog } from './needs-dialog'
import { NoteDialog } from './note-dialog'

const dialogs = { guest: GuestDialog, needs: NeedsDialog, note: NoteDialog }

/** Who rides, what the car has to carry and what the driver should know: quiet where nothing was said. */
export function WishChips() {
  const { t } = useTranslation('needs')
  const { state } = useBookingScreen()
  const requirementWords = useRequirementWords()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { guest, requirements, note } = state.draft
  const one = requirements.seats > 1 ? [] : [t('asked.seats', { count: 1 })]
  const needed = [...one, ...requirementWords(requirements)].join(' · ')
  const Open = open && dialogs[open]
  return (
    <div className="flex flex-wrap gap-2">
      <Chip icon={User} label={t('guest.title')} onPress={() => setOpen('guest')}>
        {guest ? isolated(guest.name) : t('guest.me')}
      </Chip>
      <Chip icon={Users} label={t('title')} onPress={() => setOpen('needs')}>
        {needed}
      </Chip>
      <Chip icon={MessageSquareText} label={t('note.title')} onPress={() => setOpen('note')}>
        {note.trim() ? isolated(note) : t('note.add')}
      </Chip>
      {Open && <Open onClose={() => setOpen(null)} />}
    </div>
  )
}

interface ChipProps {
  icon: LucideIcon
  /** What is chosen here, before what was chosen. */
  label: string
  onPress: () => void
  children: ReactNode
}

function Chip({ icon: Icon, label, onPress, children }: ChipProps) {
  return (
    <Button variant="outline" className="max-w-full rounded-full" aria-haspopup="dialog" onClick={onPress}>
      <Icon aria-hidden />
      <span className="sr-only">{label}: </span>
      <span className="max-w-56 truncate">{children}</span>
      <ChevronDown aria-hidden className="text-muted" />
    </Button>
  )
}
