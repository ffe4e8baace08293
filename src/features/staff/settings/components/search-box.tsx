import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { controlClasses } from '@/components/ui/control-classes'
import { Kbd } from '@/components/ui/kbd'
import { useShortcut } from '@/lib/page/shortcuts'
import { cn } from '@/lib/utils'

const KEYS = 'mod+f'

/** Searches settings by their labels and descriptions. */
export function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('settings')
  const input = useRef<HTMLInputElement>(null)
  useShortcut({
    keys: KEYS,
    label: t('search'),
    group: t('shell:shortcuts.form'),
    run: () => input.current?.select(),
    isKeysOnly: true
  })
  return (
    <search className="relative flex w-56 items-center sm:w-64">
      <Search aria-hidden className="pointer-events-none absolute start-3 size-4 text-muted" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        autoComplete="off"
        aria-label={t('search')}
        placeholder={t('search')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className={cn(controlClasses, 'bg-soft ps-9 [unicode-bidi:plaintext]', value ? 'pe-9' : 'pe-3 md:pe-16')}
      />
      {value ? (
        <button
          type="button"
          aria-label={t('clear_search')}
          onClick={() => onChange('')}
          className="absolute end-1.5 grid size-6 place-items-center rounded-control text-muted hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : (
        <span aria-hidden className="pointer-events-none absolute end-2 hidden md:flex">
          <Kbd keys={KEYS} />
        </span>
      )}
    </search>
  )
}
