import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { PageFrame } from '@/components/ui/page-frame'
import { useSession } from '@/entities/person'
import { SavedList } from '@/entities/place'
import { AddDialog } from './components/add-dialog'

/** A rider's saved places, which can be renamed, removed and added. */
export function PlacesPage() {
  const { t } = useTranslation('saved_places')
  const { user } = useSession()
  const [isAdding, setAdding] = useState(false)
  return (
    <PageFrame title={t('title')} width="column">
      {user && (
        <div className="mt-2 space-y-6">
          <p className="text-sm text-pretty text-muted">{t('text')}</p>
          <SavedList userId={user.id} />
          <Button size="lg" className="w-full" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {t('add')}
          </Button>
          {isAdding && <AddDialog userId={user.id} onClose={() => setAdding(false)} />}
        </div>
      )}
    </PageFrame>
  )
}
