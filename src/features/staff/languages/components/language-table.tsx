import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { isLocale } from '@/config/languages'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { deleteLanguage, updateLanguage } from '../commands'
import { useExampleDate } from '../hooks/use-example-date'
import { useProgress } from '../hooks/use-ground'
import { type Language, languagesKey } from '../queries'
import { LanguageDialog } from './language-dialog'
import { LanguageMenu } from './language-menu'

const cell = 'px-4 py-2.5 text-start first:ps-4 md:first:ps-6'
/** Classes of a column that only wide screens show. On a phone its content is in the first column. */
const wide = `${cell} hidden md:table-cell`

interface LanguageTableProps {
  rows: Language[]
  isDemo: boolean
}

export function LanguageTable({ rows, isDemo }: LanguageTableProps) {
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const [asked, setAsked] = useState<{ what: 'edit' | 'copy' | 'delete'; row: Language } | null>(null)
  const progress = useProgress(rows)
  const close = () => setAsked(null)
  const invalidates = () => [languagesKey]
  const choosing = useCommand((row: Language) => updateLanguage(row, { is_default: true }), {
    invalidates,
    done: t('default_made')
  })
  const deleting = useCommand(deleteLanguage, { invalidates, onDone: close, done: t('deleted') })
  return (
    <>
      {choosing.error && (
        <Alert tone="bad" className="m-4 md:mx-6">
          {errorText(choosing.error)}
        </Alert>
      )}
      <table className="w-full text-sm" aria-label={t('title')}>
        <thead className="hidden border-b border-line text-xs text-muted md:table-header-group">
          <tr>
            {(['name', 'locale', 'dates', 'texts'] as const).map((column) => (
              <th key={column} scope="col" className={`${cell} font-medium`}>
                {t(`columns.${column}`)}
              </th>
            ))}
            <th scope="col" className={cell}>
              <span className="sr-only">{t('columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} progress={progress.get(row.id)}>
              <LanguageMenu
                row={row}
                isDemo={isDemo}
                onAsk={(what) => setAsked({ what, row })}
                onDefault={() => void choosing.run(row)}
              />
            </Row>
          ))}
        </tbody>
      </table>
      {asked && asked.what !== 'delete' && (
        <LanguageDialog mode={asked.what} of={asked.row} rows={rows} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={asked?.what === 'delete'}
        onOpenChange={(next) => next || close()}
        title={t('delete.title', { name: asked?.row.lang_name })}
        text={t('delete.text')}
        keep={t('delete.keep')}
        confirm={t('delete.confirm')}
        busy={deleting.busy}
        error={deleting.error}
        onConfirm={() => asked && void deleting.run(asked.row.id)}
      />
    </>
  )
}

interface RowProps {
  row: Language
  /** The share of its texts that is translated; undefined for a language of the build, and while loading. */
  progress: number | undefined
  children: React.ReactNode
}

function Row({ row, progress, children }: RowProps) {
  const { t } = useTranslation('languages')
  const { locale } = useFormat()
  const exampleDate = useExampleDate()
  const count = Object.keys(row.key_value_pairs).length
  const own = t('texts_own', { count })
  const texts = isLocale(row.lang_locale)
    ? t('texts_built_in', { count })
    : progress === undefined
      ? own
      : t('texts_progress', {
          texts: own,
          share: formatNumber(progress, locale, { style: 'percent', maximumFractionDigits: 0 })
        })
  return (
    <tr className="border-b border-line hover:bg-soft/60">
      <td className={`${cell} max-w-0 md:w-2/5`}>
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to={paths.language(row.id)}
            lang={row.lang_locale}
            className="min-w-0 truncate py-1 font-medium underline-offset-4 hover:underline"
          >
            <bdi>{row.lang_name}</bdi>
          </Link>
          {row.is_default && <Badge tone="info">{t('default')}</Badge>}
        </span>
        <span className="block truncate text-xs text-muted md:hidden">
          {row.lang_locale} · {texts}
        </span>
      </td>
      <td className={`${wide} font-mono text-xs`}>{row.lang_locale}</td>
      <td className={`${wide} text-muted`}>
        <bdi>{exampleDate(row.date_locale)}</bdi>
      </td>
      <td className={`${wide} text-muted tabular`}>{texts}</td>
      <td className={`${cell} w-14 pe-2! md:pe-4!`}>{children}</td>
    </tr>
  )
}
