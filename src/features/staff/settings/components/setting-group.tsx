import { Fragment, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingWords } from '../hooks/use-words'
import { type GroupId, type SettingKey, settingsOf } from '../model/fields'
import { useGuardChanges } from '../queries'
import { SettingRow } from './setting-row'
import { WaitingGuard } from './waiting-guard'

// Loaded on demand, because it is the last part of the page.
const DemoMode = lazy(() => import('./demo-mode').then((part) => ({ default: part.DemoMode })))

interface SettingGroupProps {
  words: SettingWords
  group: GroupId
  /** The settings of the group that match the search. */
  found: ReadonlySet<SettingKey>
}

/** Renders a group of settings under its heading. */
export function SettingGroup({ group, words, found }: SettingGroupProps) {
  const { t } = useTranslation('settings')
  const { data: waiting = [] } = useGuardChanges()
  return (
    <section aria-labelledby={group} hidden={found.size === 0}>
      <h2
        id={group}
        tabIndex={-1}
        className="mb-2 scroll-mt-[calc(var(--bar)+4rem)] text-sm font-semibold outline-none lg:scroll-mt-[calc(var(--bar)+1rem)]"
      >
        {t(`group.${group}`)}
      </h2>
      <div className="rounded-card border border-line bg-card">
        {settingsOf(group).map((setting) =>
          setting.kind === 'fixed' ? (
            <Suspense key={setting.key}>
              <DemoMode />
            </Suspense>
          ) : (
            <Fragment key={setting.key}>
              <SettingRow setting={setting} words={words} isHidden={!found.has(setting.key)} />
              {waiting
                .filter(({ name }) => name === setting.key && found.has(setting.key))
                .map((change) => (
                  <WaitingGuard key={change.name} change={change} setting={setting} words={words} />
                ))}
            </Fragment>
          )
        )}
      </div>
    </section>
  )
}
