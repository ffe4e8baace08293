import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/utils'
import { groups, type Kind } from '../../model/template-model'

interface KindListProps {
  kinds: readonly (Kind & { name: string; isOwn: boolean; isWrong: boolean })[]
  chosen: string | null
  onChoose: (kind: string) => void
}

/** The kinds of messages in their groups, with those that have words of the firm marked. */
export function KindList({ kinds, chosen, onChoose }: KindListProps) {
  const { t } = useTranslation('languages')
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = kinds.filter(({ kind, name }) => !wanted || `${kind} ${name}`.toLowerCase().includes(wanted))
  return (
    <nav aria-label={t('templates.kinds')} className="flex min-h-0 flex-col">
      <div className="border-b border-line p-3">
        <Input
          type="search"
          aria-label={t('templates.search')}
          placeholder={t('templates.search')}
          value={search}
          data-limit={100}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-4">
        {found.length === 0 && <p className="p-4 text-sm text-muted">{t('templates.none_found')}</p>}
        {groups.map((group) => {
          const inside = found.filter((kind) => kind.group === group)
          if (inside.length === 0) return null
          return (
            <section key={group} aria-label={t(`templates.group.${group}`)}>
              <h2 className="px-4 pt-4 pb-1 text-xs text-muted">{t(`templates.group.${group}`)}</h2>
              <ul>
                {inside.map(({ kind, name, isOwn, isWrong }) => (
                  <li key={kind}>
                    <button
                      type="button"
                      aria-current={kind === chosen || undefined}
                      onClick={() => onChoose(kind)}
                      className="flex min-h-9 w-full items-center gap-2 px-4 py-1.5 text-start text-sm hover:bg-soft aria-[current]:bg-soft aria-[current]:font-semibold pointer-coarse:min-h-11"
                    >
                      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                      {(isOwn || isWrong) && (
                        <span
                          role="img"
                          aria-label={t(isWrong ? 'filter.wrong' : 'filter.changed')}
                          title={t(isWrong ? 'filter.wrong' : 'filter.changed')}
                          className={cn('size-1.5 shrink-0 rounded-full', isWrong ? 'bg-bad' : 'bg-info')}
                        />
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </nav>
  )
}
