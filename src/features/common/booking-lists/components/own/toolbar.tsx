import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { usePutParams } from '@/lib/page/use-put-params'
import { ORDERS, type OwnFilter, SHOWN, SINCE } from './filter'

/** Search, filters and sort order, which are kept in the page's URL. `children` is the export menu beside them. */
export function Toolbar({ filter, children }: { filter: OwnFilter; children: ReactNode }) {
  const { t } = useTranslation('history')
  return (
    <search className="space-y-2">
      <SearchBox text={filter.text} />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        <Choice name="show" label={t('show.label')} value={filter.shown} options={SHOWN} word="show" />
        <Choice name="since" label={t('since.label')} value={filter.since} options={SINCE} word="since" />
        <Choice name="sort" label={t('order.label')} value={filter.order} options={ORDERS} word="order" />
        {children}
      </div>
    </search>
  )
}

interface ChoiceProps {
  /** The name of the filter's parameter in the page's URL. */
  name: string
  label: string
  value: string
  options: readonly string[]
  word: string
}

function Choice({ name, label, value, options, word }: ChoiceProps) {
  const { t } = useTranslation('history')
  const put = usePutParams()
  const [usual] = options
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) =>
        put((params) => (target.value === usual ? params.delete(name) : params.set(name, target.value)))
      }
      className="h-10 pointer-coarse:h-11"
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {t(`${word}.${option}`)}
        </option>
      ))}
    </Select>
  )
}

/** Delay after the last keystroke before searching (ms). */
const REST_MS = 300

function SearchBox({ text }: { text: string }) {
  const { t } = useTranslation('history')
  const put = usePutParams()
  /** The text while it is being typed; null once the page's URL contains it. */
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => put((params) => (value ? params.set('q', value) : params.delete('q'))), REST_MS)
  }
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3.5 top-1/2 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={80}
        value={typed ?? text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(null)}
        dir={undefined}
        className="ps-10 [unicode-bidi:plaintext]"
      />
    </div>
  )
}
