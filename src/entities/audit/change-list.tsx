import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'
import type { Entry } from './api'
import { type Change, changesOf } from './changes'
import { fieldName } from './field-words'

/** The changes of an entry: before and after side by side, with the differences marked. */
export function ChangeList({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit')
  const changes = changesOf(entry.before, entry.after)
  if (changes.length === 0) return <p className="text-sm text-muted">{t('no_changes')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{t('changes')}</caption>
      <thead>
        <tr className="text-start text-xs text-muted">
          <th scope="col" className="w-[30%] py-1.5 pe-3 text-start font-normal">
            {t('field')}
          </th>
          <th scope="col" className="py-1.5 pe-2 text-start font-normal">
            {t('before')}
          </th>
          <th scope="col" className="py-1.5 text-start font-normal">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field} className="border-t border-line align-top">
            <th scope="row" className="py-2 pe-3 text-start font-normal break-words text-muted">
              <bdi>{fieldName(t, change.field)}</bdi>
            </th>
            <Side change={change} side="before" />
            <Side change={change} side="after" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const marks = { before: 'bg-bad-soft text-bad', after: 'bg-ok-soft text-ok' }

function Side({ change, side }: { change: Change; side: 'before' | 'after' }) {
  const { t } = useTranslation('audit')
  const value = change[side]
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <td className="py-2 pe-2 break-words whitespace-pre-wrap">
      {value === null && <span className="text-muted">–</span>}
      {value !== null && !change.isChanged && <bdi>{value}</bdi>}
      {value !== null && change.isChanged && (
        <Mark
          dir="auto"
          className={cn('rounded-[4px] px-1 py-0.5 no-underline [box-decoration-break:clone]', marks[side])}
        >
          {value === '' ? t('empty_text') : value}
        </Mark>
      )}
    </td>
  )
}
