import { Undo2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView, PolygonEditor, ZoneLayer } from '@/components/map'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import { polygonOf } from '@/lib/geo/area'
import type { AreaDraft } from '../hooks/use-area-draft'

/** Where rides begin or end: proposed, shown on the map, and changed by its corners. */
export function AreaCard({ area }: { area: AreaDraft }) {
  const { t } = useTranslation('setup')
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  const { isWhole, from, name } = area
  const reason = isWhole ? t('area.whole_hint') : t(`area.from.${from}`, { name })
  return (
    <section aria-labelledby={title} className="rounded-card border border-line bg-card">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3">
        <div className="min-w-0">
          <h3 id={title} className="text-sm text-muted">
            {t('area.title')}
          </h3>
          <p dir="auto" className="font-medium">
            {isWhole ? t('area.whole') : from === 'border' ? name : t(`area.value.${from}`)}
          </p>
          <p className="mt-0.5 text-xs text-pretty text-muted">{reason}</p>
        </div>
        {!isOpen && (
          <Button
            type="button"
            variant="ghost"
            onClick={() => setOpen(true)}
            aria-label={t('town.change_of', { what: t('area.title') })}
          >
            {t('town.change')}
          </Button>
        )}
      </div>
      {isOpen && <AreaTools area={area} />}
      {!isWhole && <AreaMap area={area} isOpen={isOpen} />}
    </section>
  )
}

/** What an owner may do with the area, in words, and why the last step was refused. */
function AreaTools({ area: { draft, step, isWhole, setWhole, isFixed } }: { area: AreaDraft }) {
  const { t } = useTranslation('setup')
  const { closed, corners, refused, past } = draft
  const box = useRef<HTMLDivElement>(null)
  // The pressed button is gone; without this the focus would be, too.
  useEffect(() => box.current?.querySelector<HTMLElement>('[role=radio][tabindex="0"]')?.focus(), [])
  return (
    <div ref={box} className="space-y-3 px-4 pb-3">
      <Segmented
        label={t('area.title')}
        value={isWhole ? 'whole' : 'drawn'}
        onChange={(value) => setWhole(value === 'whole')}
        options={(['drawn', 'whole'] as const).map((value) => ({ value, label: t(`area.choice.${value}`) }))}
      />
      {!isWhole && !isFixed && (
        <div className="flex items-start gap-2">
          <p role="status" className="flex-1 text-sm text-pretty text-muted">
            {closed ? t('area.closed') : t('area.open')}
          </p>
          <Button
            type="button"
            variant="ghost"
            size="icon"
            aria-label={t('area.undo')}
            disabled={past.length === 0}
            onClick={() => step({ do: 'undo' })}
          >
            <Undo2 aria-hidden className="rtl:-scale-x-100" />
          </Button>
          {!closed && (
            <Button type="button" disabled={corners.length < 3} onClick={() => step({ do: 'close' })}>
              {t('area.finish')}
            </Button>
          )}
        </div>
      )}
      {!isWhole && isFixed && <Alert>{t('area.fixed')}</Alert>}
      {refused && <Alert tone="warn">{t(`area.${refused}`)}</Alert>}
    </div>
  )
}

function AreaMap({ area: { draft, step, isFixed, from, name }, isOpen }: { area: AreaDraft; isOpen: boolean }) {
  const { t } = useTranslation('setup')
  const { corners, closed } = draft
  const isEdited = isOpen && !isFixed
  const shown = useMemo(
    () =>
      closed && !isEdited ? [{ id: 'area', name: '', note: '', tone: 'info' as const, area: polygonOf(corners) }] : [],
    [corners, closed, isEdited]
  )
  return (
    <div className={isOpen ? 'h-96 overflow-hidden rounded-b-card' : 'h-56 overflow-hidden rounded-b-card'}>
      <MapView
        className="h-full"
        label={t('area.map')}
        list={[{ text: from === 'border' ? name : t(`area.value.${from}`) }]}
        fit={corners.length > 2 ? corners : undefined}
        fitKey={closed ? 'area' : 'region'}
        pageScrolls
        onPress={isEdited && !closed ? (at) => step({ do: 'add', at }) : undefined}
      >
        <ZoneLayer zones={shown} />
        {isEdited && <PolygonEditor draft={draft} onStep={step} />}
      </MapView>
    </div>
  )
}
