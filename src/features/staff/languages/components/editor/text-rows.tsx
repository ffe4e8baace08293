import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { TextEditorState } from '../../hooks/use-text-editor'
import { filterRows } from '../../model/rows'
import type { FilterState } from './filters'
import { TextLine } from './text-line'

/** Number of lines rendered at once: each line is an input, and more of them make typing slow. */
const AT_ONCE = 60

interface TextRowsProps {
  editor: TextEditorState
  locale: string
  by: FilterState
  chosen: string | null
  onChoose: (key: string) => void
  disabled: boolean
}

/** Alt with arrow up or down moves to the previous or next input, so that the hands stay on the keyboard. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLTextAreaElement>('textarea')]
  const at = fields.indexOf(event.target as HTMLTextAreaElement)
  fields[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

/** Lists the texts that match the filter: the default text on one side, the operator's on the other. */
export function TextRows({ editor, locale, by, chosen, onChoose, disabled }: TextRowsProps) {
  const { t } = useTranslation('languages')
  const found = filterRows(editor.rows, by)
  const view = `${by.filter} ${by.namespace} ${by.search}`
  const [more, setMore] = useState({ view, count: AT_ONCE })
  const count = more.view === view ? more.count : AT_ONCE
  if (found.length === 0) return <EmptyState title={t('none_found')}>{t('none_found_text')}</EmptyState>
  return (
    <ul aria-label={t('texts')} onKeyDown={walk}>
      {found.slice(0, count).map((row) => (
        <TextLine
          key={row.key}
          row={row}
          locale={locale}
          isChosen={row.key === chosen}
          disabled={disabled}
          onChoose={() => onChoose(row.key)}
          onChange={(text) => editor.setText(row.key, text)}
        />
      ))}
      {found.length > count && (
        <li className="p-4 text-center">
          <Button onClick={() => setMore({ view, count: count + AT_ONCE })}>
            {t('more', { count: found.length - count })}
          </Button>
        </li>
      )}
    </ul>
  )
}
