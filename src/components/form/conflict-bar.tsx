import { GitMerge } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { serverNow } from '@/lib/time/server-clock'
import { ConflictDialog } from './conflict-dialog'
import { useFormContext, useWordsOf } from './form-context'
import { valueAt } from './merge'
import { useFormRules } from './rules'

/** Returns a function that formats a past time, such as "2 minutes ago". */
function useAgo(): (at: string | null | undefined) => string {
  const { locale } = useFormRules()
  return (at) => {
    if (!at) return ''
    const minutes = Math.round((Date.parse(at) - serverNow()) / 60_000)
    const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    return Math.abs(minutes) < 60 ? words.format(minutes, 'minute') : words.format(Math.round(minutes / 60), 'hour')
  }
}

/**
 * Shown after another person has saved the row that is open in this form. It says who has saved which fields, and which values
 * the form keeps.
 */
export function ConflictBar() {
  const { t } = useTranslation('form')
  const { form } = useFormContext()
  const { nameOf, show } = useWordsOf()
  const ago = useAgo()
  const [isOpen, setOpen] = useState(false)
  const { conflicts, news } = form
  const [only] = conflicts
  if (!news) return null
  const { by, at } = news.stored.changed ?? {}
  const who = by && at ? t('saved_by', { name: by, ago: ago(at) }) : t('saved_elsewhere')
  if (!only) {
    const fields = [...new Set(news.taken.map(nameOf))].join(', ')
    return (
      <Bar text={t('taken', { who, fields })}>
        <Button size="sm" onClick={form.dismissNews}>
          {t('common:close')}
        </Button>
      </Bar>
    )
  }
  const ours = show(only.path, valueAt(form.values, only.path))
  const theirs = show(only.path, only.theirs)
  const isShort = conflicts.length === 1 && ours.length + theirs.length < 40
  const text = isShort
    ? t('conflict', { who, field: nameOf(only.path), theirs, ours })
    : t('conflicts', { who, count: conflicts.length })
  return (
    <Bar text={text}>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('see_both')}
      </Button>
      {isShort && (
        <>
          <Button size="sm" onClick={() => form.takeTheirs(only)}>
            {t('take', { value: theirs || t('empty') })}
          </Button>
          <Button size="sm" onClick={() => form.keepOurs(only)}>
            {t('keep', { value: ours || t('empty') })}
          </Button>
        </>
      )}
      <ConflictDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Bar>
  )
}

function Bar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="sticky top-(--bar) z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-soft px-4 py-2 text-sm md:px-6"
    >
      <GitMerge aria-hidden className="size-4 shrink-0 text-info" />
      <p dir="auto" className="min-w-48 flex-1">
        {text}
      </p>
      <span className="flex flex-wrap gap-2 [&>button]:border [&>button]:border-line [&>button]:bg-card">
        {children}
      </span>
    </div>
  )
}
