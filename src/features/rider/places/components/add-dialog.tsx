import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { DropSign, PlaceField, SaveDialog, useCovers } from '@/entities/place'
import type { Place } from '@/lib/geo/geo'

const none = [] as const

/** The dialog that adds a saved place. It asks first for the place, then for its name. */
export function AddDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation('saved_places')
  const [place, setPlace] = useState<Place | null>(null)
  const [list, setList] = useState<HTMLElement | null>(null)
  const covers = useCovers()
  if (place) return <SaveDialog place={place} userId={userId} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="flex min-h-[60svh] flex-col sm:min-h-112">
        <DialogHeader>
          <DialogTitle>{t('add')}</DialogTitle>
          <DialogDescription>{t('add_how')}</DialogDescription>
        </DialogHeader>
        <PlaceField
          label={t('address')}
          sign={<DropSign />}
          value={null}
          onChange={setPlace}
          // There is no map behind this dialog on which a place could be picked, so "pick on the map" only closes the dialog.
          onPickOnMap={onClose}
          near={null}
          covers={covers}
          userId={userId}
          offered={none}
          isSearched
          listPlace={list}
          className="bg-soft"
        />
        <div ref={setList} className="-mx-3 mt-2 flex min-h-0 flex-1 flex-col overflow-y-auto" />
        <Button size="lg" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
