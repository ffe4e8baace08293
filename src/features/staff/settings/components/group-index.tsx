import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditFormState } from '@/components/form/use-edit-form'
import { useReducedMotion } from '@/lib/page/use-media'
import { cn } from '@/lib/utils'
import { type GroupId, settingsOf } from '../model/fields'
import { icons } from '../model/icons'

interface GroupIndexProps {
  groups: readonly GroupId[]
  form: EditFormState
}

/**
 * The index of the page's groups of settings. It marks the visible group, and groups with changes or errors. On a phone it is a
 * row.
 */
export function GroupIndex({ groups, form }: GroupIndexProps) {
  const { t } = useTranslation('settings')
  const [current, setCurrent] = useGroupInSight(groups)
  const isReduced = useReducedMotion()
  const go = (event: MouseEvent, group: GroupId) => {
    event.preventDefault()
    const heading = document.getElementById(group)
    heading?.scrollIntoView({ block: 'start', behavior: isReduced ? 'auto' : 'smooth' })
    heading?.focus({ preventScroll: true })
    setCurrent(group)
  }
  return (
    <nav
      aria-label={t('index')}
      className="sticky top-(--bar) z-10 overflow-x-auto border-b border-line bg-paper px-4 py-2 lg:self-start lg:overflow-visible lg:border-0 lg:p-4"
    >
      <ul className="flex gap-1 lg:flex-col">
        {groups.map((group) => {
          const Icon = icons[group]
          const keys = settingsOf(group).map(({ key }) => key)
          const isWrong = form.errorPaths.some((path) => keys.some((key) => key === path))
          const isChanged = form.changes.some((path) => keys.some((key) => key === path))
          return (
            <li key={group}>
              <a
                href={`#${group}`}
                onClick={(event) => go(event, group)}
                aria-current={current === group ? 'true' : undefined}
                className="flex h-9 items-center gap-2.5 rounded-control px-3 text-sm whitespace-nowrap text-muted hover:bg-soft hover:text-ink aria-[current]:bg-soft aria-[current]:font-medium aria-[current]:text-ink lg:h-auto lg:min-h-8 lg:py-1.5 lg:whitespace-normal"
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {t(`group.${group}`)}
                {(isWrong || isChanged) && (
                  <span className={cn('ms-auto size-1.5 shrink-0 rounded-full', isWrong ? 'bg-bad' : 'bg-info')}>
                    <span className="sr-only">{t(isWrong ? 'has_error' : 'form:changed')}</span>
                  </span>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Returns the group at the top of the window, and a function that sets it. At first it scrolls to the group in the URL. */
function useGroupInSight(groups: readonly GroupId[]) {
  const [current, setCurrent] = useState<GroupId | null>(groups[0] ?? null)
  const shown = groups.join()
  useEffect(() => {
    const headings = shown
      .split(',')
      .map((id) => document.getElementById(id))
      .filter((heading) => heading !== null)
    // Observes the upper third of the window, because the heading there belongs to the text that the person reads.
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        if (seen) setCurrent(seen.target.id as GroupId)
      },
      { rootMargin: '0px 0px -66% 0px' }
    )
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [shown])
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [])
  return [current, setCurrent] as const
}
