import { History, SearchX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EditForm } from '@/components/form/edit-form'
import type { EditFormState } from '@/components/form/use-edit-form'
import { useRoomBeside } from '@/components/form/use-room-beside'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { type Settings, useSettings } from '@/entities/settings'
import { toAppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'
import { useFound } from '../hooks/use-search'
import { useSettingsForm } from '../hooks/use-settings-form'
import { type SettingWords, useSettingWords } from '../hooks/use-words'
import { type Area, fieldsOf } from '../model/fields'
import { useSettingsFacts } from '../queries'
import { GroupIndex } from './group-index'
import { SearchBox } from './search-box'
import { SettingGroup } from './setting-group'

// The summary of changes is loaded with the first change.
const ChangeSummary = lazy(() => import('./change-summary').then((part) => ({ default: part.ChangeSummary })))

interface SettingsScreenProps {
  area: Area
  title: string
  /** Renders the preview of the form's values, which is shown beside the form if there is space. */
  preview: (form: EditFormState, words: SettingWords) => ReactNode
}

/** A page of settings: the index of groups, the groups, the preview, and the bar that lists the changes and saves them. */
export function SettingsScreen(props: SettingsScreenProps) {
  const { t } = useTranslation('settings')
  const { settings, error, retry } = useSettings()
  if (settings) return <Editor {...props} row={settings} />
  return (
    <main id="main" className="p-4 md:p-6">
      <h1 className="sr-only">{props.title}</h1>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : settings === null ? (
        <EmptyState icon={SearchX} title={t('none')} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </main>
  )
}

function Editor({ area, title, preview, row }: SettingsScreenProps & { row: Settings }) {
  const { t } = useTranslation('settings')
  const form = useSettingsForm(area, row)
  const [search, setSearch] = useState('')
  const words = useSettingWords()
  const found = useFound(area, useDeferredValue(search), words, form.errorPaths)
  const isBeside = useRoomBeside()
  const changed = fieldsOf(area).filter(({ key }) => form.changes.includes(key))
  const groups = area.groups.filter((group) => found.get(group)?.size)
  const shown = <Suspense fallback={<Skeleton className="h-72" />}>{preview(form, words)}</Suspense>
  return (
    <main id="main" className="flex flex-1 flex-col">
      <PageHeader
        title={title}
        count={fieldsOf(area).length}
        className="border-b border-line"
        actions={
          <>
            <SearchBox value={search} onChange={setSearch} />
            <Button asChild size="sm" className="h-9 max-sm:size-11 max-sm:px-0">
              <Link to={`${paths.auditLog}?target=settings`}>
                <History aria-hidden />
                <span className="max-sm:sr-only">{t('history')}</span>
              </Link>
            </Button>
          </>
        }
      />
      <EditForm
        form={form}
        table="settings"
        label={title}
        create={t('common:save')}
        summary={
          changed.length > 0 && (
            <Suspense>
              <ChangeSummary changed={changed} words={words} />
            </Suspense>
          )
        }
        className="flex flex-1 flex-col"
      >
        <RoleNote />
        <div className="grid flex-1 grid-cols-1 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_20rem]">
          <GroupIndex groups={groups} form={form} />
          <div className="min-w-0 space-y-6 px-4 py-5 md:px-6">
            {groups.length === 0 && (
              <EmptyState
                icon={SearchX}
                title={t('nothing_found')}
                action={<Button onClick={() => setSearch('')}>{t('clear_search')}</Button>}
              />
            )}
            {area.groups.map((group) => (
              <SettingGroup key={group} group={group} words={words} found={found.get(group) ?? new Set()} />
            ))}
            {!isBeside && shown}
          </div>
          {isBeside && (
            <aside aria-label={t('preview')} className="border-s border-line">
              <div className="sticky top-(--bar) max-h-[calc(100svh-var(--bar)-4rem)] overflow-y-auto p-5">{shown}</div>
            </aside>
          )}
        </div>
      </EditForm>
    </main>
  )
}

/** A note for admins who may not edit settings, so that they read this before they change something. */
function RoleNote() {
  const { t } = useTranslation('settings')
  const errorText = useErrorText()
  const { error } = useSettingsFacts()
  if (!error || toAppError(error).key === 'network_error') return null
  const isRole = toAppError(error).key === 'not_allowed'
  return <Alert className="m-4 md:mx-6">{isRole ? t('role_note') : errorText(error)}</Alert>
}
