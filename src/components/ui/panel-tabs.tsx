import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { ariaKeys, type Keys } from '@/lib/page/keys'
import { cn } from '@/lib/utils'
import { tabClasses, tabStripClasses } from './tabs'
import { Tooltip } from './tooltip'

interface PanelTabsProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  /** The tabs. A tab's shortcut (`keys`) is only shown on hover; the parent must handle the key presses. */
  tabs: readonly { value: T; label: string; keys?: Keys }[]
  /** The content of the chosen tab. */
  children: ReactNode
  className?: string
  stripClassName?: string
}

/** Tabs with panels. Only the panel of the chosen tab is shown; arrow keys move between the tabs. */
export function PanelTabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  children,
  className,
  stripClassName
}: PanelTabsProps<T>) {
  return (
    <Tabs.Root value={value} onValueChange={(next) => onChange(next as T)} className={className}>
      <Tabs.List aria-label={label} className={cn(tabStripClasses, stripClassName)}>
        {tabs.map(({ value: tab, label: name, keys }) => {
          const trigger = (
            <Tabs.Trigger key={tab} value={tab} aria-keyshortcuts={keys && ariaKeys(keys)} className={tabClasses}>
              {name}
            </Tabs.Trigger>
          )
          return keys ? (
            <Tooltip key={tab} label={name} keys={keys}>
              {trigger}
            </Tooltip>
          ) : (
            trigger
          )
        })}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab.value} value={tab.value} className="contents" tabIndex={-1}>
          {tab.value === value && children}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
