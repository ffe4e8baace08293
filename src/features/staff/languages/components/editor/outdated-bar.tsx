import { GitMerge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import type { TextEditorState } from '../../hooks/use-text-editor'

/**
 * Shown if somebody else has saved texts of this language during the edit: which ones, and the choice between both versions.
 */
export function OutdatedBar({ editor }: { editor: TextEditorState }) {
  const { t } = useTranslation('languages')
  const { theirs, changes } = editor
  const both = theirs.filter((key) => changes.includes(key))
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-soft px-4 py-2 text-sm md:px-6"
    >
      <GitMerge aria-hidden className="size-4 shrink-0 text-info" />
      <p className="min-w-48 flex-1">
        {t('outdated', { count: theirs.length })}{' '}
        {both.length > 0 && t('outdated_both', { keys: both.slice(0, 5).join(', '), count: both.length })}
      </p>
      <Button size="sm" onClick={editor.discard}>
        {t('take_theirs')}
      </Button>
      <Button size="sm" onClick={editor.keepMine}>
        {t('keep_mine')}
      </Button>
    </div>
  )
}
