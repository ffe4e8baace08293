import { useTranslation } from 'react-i18next'
import { type GroupId, type SettingKey, settingsOf } from '../fields'
import { DemoMode } from './demo-mode'
import { SettingRow } from './setting-row'

interface SettingGroupProps {
  group: GroupId
  /** What the search leaves of it. */
  found: ReadonlySet<SettingKey>
}

/** Settings that belong together. */
export function SettingGroup({ group, found }: SettingGroupProps) {
  const { t } = useTranslation('settings')
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
            <DemoMode key={setting.key} />
          ) : (
            <SettingRow key={setting.key} setting={setting} isHidden={!found.has(setting.key)} />
          )
        )}
      </div>
    </section>
  )
}
