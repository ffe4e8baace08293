import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveDialog } from '@/components/form/leave-dialog'
import { useLeaveGuard } from '@/components/form/use-leave-guard'
import { useSaveKey } from '@/components/form/use-save-key'
import { Alert } from '@/components/ui/alert'
import { PanelTabs } from '@/components/ui/panel-tabs'
import { SplitPane } from '@/components/ui/split-pane'
import { useSession } from '@/entities/person'
import { useIsDemo } from '@/entities/settings'
import { useIsDesktop } from '@/lib/page/use-media'
import { useErrorText } from '@/lib/server/use-error-text'
import { useTextEditor } from '../../hooks/use-text-editor'
import type { Filter, Ground } from '../../model/rows'
import type { Language } from '../../queries'
import { EditorBar } from './editor-bar'
import { EditorHeader } from './editor-header'
import { Filters } from './filters'
import { JsonPane } from './json-pane'
import { OutdatedBar } from './outdated-bar'
import { Preview } from './preview'
import { TextRows } from './text-rows'

/** Widths of the pane with preview and JSON (px); the two columns of texts beside it keep at least 480 px. */
const bounds = { initial: 384, min: 288, rest: 480 }

interface TextEditorProps {
  language: Language
  ground: Ground
}

/** Edits every text of a language, beside the text that pages show by default; also as JSON, and with a preview. */
export function TextEditor({ language, ground }: TextEditorProps) {
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const isDesktop = useIsDesktop()
  const isDemo = useIsDemo()
  const { user } = useSession()
  const editor = useTextEditor(language, ground)
  const guard = useLeaveGuard(editor.isDirty)
  const [by, setBy] = useState<{ filter: Filter; namespace: string | null; search: string }>({
    filter: 'all',
    namespace: 'common',
    search: ''
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const [pane, setPane] = useState<'texts' | 'json' | 'preview'>(isDesktop ? 'preview' : 'texts')
  const trySave = () => {
    if (editor.wrong > 0) setBy({ filter: 'wrong', namespace: null, search: '' })
    else if (editor.isDirty && !editor.jsonError && !isDemo && !editor.saving.busy) editor.save()
  }
  useSaveKey(trySave)

  const list = (
    <TextRows
      editor={editor}
      locale={language.lang_locale}
      by={by}
      chosen={chosen}
      onChoose={setChosen}
      disabled={isDemo}
    />
  )
  const filters = (
    <Filters rows={editor.rows} by={by} onChange={setBy} onRemoveUnused={editor.removeUnused} disabled={isDemo} />
  )
  const side =
    pane === 'json' ? (
      <JsonPane editor={editor} disabled={isDemo} />
    ) : (
      <Preview rows={editor.rows} chosen={chosen} locale={language.lang_locale} />
    )
  const panes = (['texts', 'json', 'preview'] as const).filter((name) => !isDesktop || name !== 'texts')
  const tabs = {
    label: t('panes.label'),
    value: isDesktop && pane === 'texts' ? ('preview' as const) : pane,
    onChange: setPane,
    tabs: panes.map((value) => ({ value, label: t(`panes.${value}`) }))
  }
  return (
    <main id="main" className="flex w-full flex-col">
      <EditorHeader language={language} editor={editor} disabled={isDemo} />
      {isDemo && <Alert className="mx-4 mt-4 md:mx-6">{errorText('demo_mode')}</Alert>}
      {editor.isOutdated && <OutdatedBar editor={editor} />}
      {isDesktop ? (
        <div className="flex min-h-0 flex-1">
          <div className="min-w-0 flex-1 border-e border-line">
            {filters}
            {list}
          </div>
          <SplitPane
            name="texts"
            personId={user?.id ?? ''}
            bounds={bounds}
            label={t('panes.label')}
            className="sticky top-(--bar,4rem) flex h-[calc(100svh-9rem)] w-96 flex-col gap-4 p-4"
          >
            <PanelTabs {...tabs} className="contents">
              {side}
            </PanelTabs>
          </SplitPane>
        </div>
      ) : (
        <PanelTabs {...tabs} className="contents" stripClassName="px-4">
          {pane === 'texts' && filters}
          <div className="flex-1">
            {pane === 'texts' ? list : <div className="flex flex-col gap-4 p-4">{side}</div>}
          </div>
        </PanelTabs>
      )}
      <EditorBar editor={editor} onSave={trySave} disabled={isDemo} />
      <LeaveDialog open={guard.asks} onStay={guard.stay} onLeave={guard.leave} />
    </main>
  )
}
