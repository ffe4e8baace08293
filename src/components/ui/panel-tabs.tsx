import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'
import { tabClasses, tabStripClasses } from './tabs'

interface PanelTabsProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode }[]
  /** The panel of the chosen tab. */
  children: ReactNode
  className?: string
  stripClassName?: string
}

/** Panels of which one is shown: a list of tabs to a screen reader, walked through by arrow keys. */
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
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab.value} value={tab.value} className={tabClasses}>
            {tab.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab.value} value={tab.value} className="contents" tabIndex={-1}>
          {tab.value === value && children}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
