import { useTranslation } from 'react-i18next'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import type { Place } from '@/lib/geo/geo'
import { useCommand } from '@/lib/server/use-command'
import { saveAddress } from '../commands'
import { placeKeys } from '../queries'
import { NameForm } from './name-form'
import { SavedList } from './saved-list'
import { useSavedPlaces } from './use-saved-places'

/** The dialog that saves a place under a name: home, work, or another one. */
export function SaveDialog({ place, userId, onClose }: { place: Place; userId: string; onClose: () => void }) {
  const { t } = useTranslation('saved_places')
  const taken = useSavedPlaces(userId).map(({ label }) => label)
  const saving = useCommand(saveAddress, {
    invalidates: () => [placeKeys.saved(userId)],
    onDone: onClose,
    done: t('kept')
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('save_as')}</DialogTitle>
          <DialogDescription>
            <bdi>{place.add}</bdi>
          </DialogDescription>
        </DialogHeader>
        <NameForm taken={taken} saving={saving} onName={(label) => void saving.run({ label, place })} />
      </DialogContent>
    </Dialog>
  )
}

/** The dialog that renames and removes saved places. */
export function ManageDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  const { t } = useTranslation('saved_places')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('title')}</DialogTitle>
          <DialogDescription>{t(userId ? 'text' : 'text_device')}</DialogDescription>
        </DialogHeader>
        <SavedList userId={userId} />
      </DialogContent>
    </Dialog>
  )
}
