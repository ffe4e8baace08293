import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldClasses, Input } from '@/components/ui/input'
import { STATUSES } from '@/entities/booking'
import { useTableState } from '../hooks/use-table-state'

/** A pause in typing after which is searched (ms). */
const TYPING_MS = 250

/** Finds bookings by what their reference begins with, and by status. */
export function BookingFilter() {
  const { t } = useTranslation('bookings')
  const { reference, setReference, status, setStatus } = useTableState()
  const [text, setText] = useState(reference)
  // The address follows when the typing rests.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is what counts
  useEffect(() => {
    if (text.trim().toUpperCase() === reference) return
    const timer = setTimeout(() => setReference(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="flex flex-wrap gap-2">
      <div className="relative min-w-48 flex-1 sm:max-w-64">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          type="search"
          aria-label={t('filter.reference')}
          placeholder={t('filter.reference')}
          autoComplete="off"
          autoCapitalize="characters"
          className="h-10 ps-9 text-sm"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="relative">
        <select
          aria-label={t('filter.status')}
          className={`${fieldClasses} h-10 appearance-none pe-10 text-sm`}
          value={status ?? ''}
          onChange={(event) => setStatus(event.target.value)}
        >
          <option value="">{t('filter.all')}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(`common:status.${one}`)}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
      </div>
    </search>
  )
}
