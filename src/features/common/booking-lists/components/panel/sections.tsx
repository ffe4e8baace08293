import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PanelTabs } from '@/components/ui/panel-tabs'
import { Skeleton } from '@/components/ui/skeleton'
import { useSession } from '@/entities/person'
import type { Keys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { usePutParams } from '@/lib/page/use-put-params'
import { Overview } from './sections/overview'
import type { SectionProps } from './sections/section-props'

type Section = LazyExoticComponent<ComponentType<SectionProps>>

/** The sections of the panel. Each section and its data are loaded when the section is first opened. */
const lazySections: Record<string, Section> = {
  timeline: lazy(() => import('./sections/timeline').then((part) => ({ default: part.Timeline }))),
  fare: lazy(() => import('./sections/fare').then((part) => ({ default: part.Fare }))),
  dispatch: lazy(() => import('./sections/dispatch').then((part) => ({ default: part.DispatchLog }))),
  trail: lazy(() => import('./trail/trail-section').then((part) => ({ default: part.TrailSection }))),
  chat: lazy(() => import('./sections/chat').then((part) => ({ default: part.ChatTranscript }))),
  payments: lazy(() => import('./sections/payments').then((part) => ({ default: part.Payments }))),
  audit: lazy(() => import('./sections/audit').then((part) => ({ default: part.AuditTrail })))
}

const ids = ['overview', ...Object.keys(lazySections)]

/** Sections that only admins may see; fleet admins may not. */
const ofOffice = ['dispatch', 'chat', 'payments', 'audit']

/** The name of the URL parameter that holds the open section. */
const PARAMETER = 'section'

/** All details of a booking, in sections. */
export function Sections({ booking, ...props }: SectionProps) {
  const { t } = useTranslation('panel')
  const { role } = useSession()
  const [address] = useSearchParams()
  const putParams = usePutParams()
  const shown = ids.filter((id) => role === 'admin' || !ofOffice.includes(id))
  const asked = address.get(PARAMETER) ?? ''
  const open = shown.includes(asked) ? asked : 'overview'
  const choose = (id: string) =>
    putParams((params) => {
      if (id === 'overview') params.delete(PARAMETER)
      else params.set(PARAMETER, id)
    })
  const Part = lazySections[open]
  return (
    <PanelTabs
      label={t('sections')}
      value={open}
      onChange={choose}
      tabs={shown.map((value, index) => ({ value, label: t(`section.${value}`), keys: keyOf(index) }))}
      className="flex min-h-0 flex-1 flex-col"
      // Eight tabs are wider than the panel: they continue on a second line, so that none is out of sight.
      stripClassName="shrink-0 flex-wrap gap-x-3.5 gap-y-0 overflow-x-visible px-4 *:h-8"
    >
      {shown.map((id, index) => (
        <SectionKey key={id} id={id} keys={keyOf(index)} onChoose={choose} />
      ))}
      <div
        // With the focus on the section, the keyboard can scroll it even if it contains no links or buttons.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is interactive
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 focus-visible:-outline-offset-2"
      >
        <h2 className="sr-only">{t(`section.${open}`)}</h2>
        {Part ? (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <Part booking={booking} {...props} />
          </Suspense>
        ) : (
          <Overview booking={booking} />
        )}
      </div>
    </PanelTabs>
  )
}

/** Returns the shortcut of a section: one of the keys 1 to 8. */
const keyOf = (index: number): Keys => String(index + 1)

function SectionKey({ id, keys, onChoose }: { id: string; keys: Keys; onChoose: (id: string) => void }) {
  const { t } = useTranslation('panel')
  useShortcut({
    keys,
    label: t(`section.${id}`),
    group: t('sections'),
    isKeysOnly: true,
    run: () => onChoose(id)
  })
  return null
}
