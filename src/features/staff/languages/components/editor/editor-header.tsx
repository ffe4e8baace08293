import { ArrowLeft, Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import { paths } from '@/config/paths'
import { useCrumb } from '@/lib/page/crumb'
import { toast } from '@/lib/page/toast'
import type { TextEditorState } from '../../hooks/use-text-editor'
import { downloadTexts, readTexts } from '../../model/files'
import { allTexts } from '../../model/rows'
import type { Language } from '../../queries'

interface EditorHeaderProps {
  language: Language
  editor: TextEditorState
  disabled: boolean
}

export function EditorHeader({ language, editor, disabled }: EditorHeaderProps) {
  const { t } = useTranslation('languages')
  const file = useRef<HTMLInputElement>(null)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = await readTexts(chosen)
    if ('error' in read) {
      toast(
        'error',
        read.error === 'too_large'
          ? t('file_too_large')
          : t(read.error.isNoText ? 'no_text_error' : 'json_error', { ...read.error })
      )
      return
    }
    editor.addTexts(read.texts)
    toast('success', t('imported', { count: Object.keys(read.texts).length }))
  }
  const { lang_locale, lang_name, is_default } = language
  useCrumb(lang_name)
  return (
    <header className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 md:px-6">
      <Button asChild variant="ghost" size="icon-sm">
        <Link to={paths.languages} aria-label={t('title')}>
          <ArrowLeft aria-hidden className="rtl:rotate-180" />
        </Link>
      </Button>
      <h1 className="min-w-0 truncate text-xl font-semibold" lang={lang_locale}>
        <bdi>{lang_name}</bdi>
      </h1>
      <span className="font-mono text-xs text-muted">{lang_locale}</span>
      {is_default && <Badge tone="info">{t('default')}</Badge>}
      <div className="ms-auto flex gap-2">
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label={t('import')}
          className="hidden"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button size="sm" disabled={disabled} onClick={() => file.current?.click()}>
          <Upload aria-hidden />
          {t('import')}
        </Button>
        <Menu>
          <MenuTrigger asChild>
            <Button size="sm">
              <Download aria-hidden />
              {t('export')}
            </Button>
          </MenuTrigger>
          <MenuContent>
            <MenuItem onSelect={() => downloadTexts(lang_locale, editor.texts)}>{t('export_own')}</MenuItem>
            <MenuItem onSelect={() => downloadTexts(lang_locale, allTexts(editor.rows))}>{t('export_all')}</MenuItem>
          </MenuContent>
        </Menu>
      </div>
    </header>
  )
}
