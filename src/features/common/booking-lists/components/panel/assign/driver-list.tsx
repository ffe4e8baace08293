import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLastSeen } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { firmText } from '@/lib/texts/firm-text'
import { cn } from '@/lib/utils'
import type { AssignableDriver } from '../queries'
import type { DriverChoice } from './use-driver-choice'

interface DriverListProps {
  choice: DriverChoice
  onChoose: (driver: AssignableDriver) => void
}

/** The list of drivers: first those to whom the booking can be offered, then the others, each with the reason. */
export function DriverList({ choice, onChoose }: DriverListProps) {
  const { t } = useTranslation('panel')
  const { drivers, id } = choice
  const groups = [
    { key: 'free', rows: drivers.filter(({ assignable }) => assignable) },
    { key: 'barred', rows: drivers.filter(({ assignable }) => !assignable) }
  ].filter(({ rows }) => rows.length > 0)
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('assign.drivers')}
      tabIndex={-1}
      className="max-h-[46svh] overflow-y-auto rounded-control border border-line"
    >
      {groups.map(({ key, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <p id={`${id}-${key}`} role="presentation" className="bg-soft px-3 py-1 text-xs text-muted">
            {t(`assign.group.${key}`, { number: rows.length })}
          </p>
          {rows.map((driver) => (
            <DriverOption key={driver.driver_id} driver={driver} choice={choice} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  )
}

function DriverOption({ driver, choice, onChoose }: DriverListProps & { driver: AssignableDriver }) {
  const { t } = useTranslation('panel')
  const { distance, duration } = useFormat()
  const row = useRef<HTMLDivElement>(null)
  const seen = useLastSeen(driver.seen_at ? { at: Date.parse(driver.seen_at) } : null, 5000)
  const isActive = choice.active?.driver_id === driver.driver_id
  const secs = choice.seconds[driver.driver_id]
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isActive])
  return (
    // The search box handles the keys and refers to this element by `aria-activedescendant`.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles them
    <div
      ref={row}
      id={choice.optionId(driver.driver_id)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={driver.assignable ? undefined : true}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => driver.assignable && choice.hold(driver.driver_id)}
      onDoubleClick={() => driver.assignable && onChoose(driver)}
      className={cn(
        'flex min-h-11 items-center gap-3 border-t border-line px-3 py-1.5 text-sm first:border-t-0',
        driver.assignable ? 'cursor-pointer hover:bg-soft' : 'text-muted',
        isActive && 'bg-accent-soft hover:bg-accent-soft'
      )}
    >
      <div className="min-w-0 flex-1">
        <p className={cn('truncate', driver.assignable && 'font-medium')}>
          <bdi>{driver.driver_name || t('common:no_name')}</bdi>
        </p>
        <p className="truncate text-xs rtl:whitespace-normal text-muted">
          {[driver.vehicle_number, driver.vehicle, firmText(driver.car_type)]
            .filter((part): part is string => !!part)
            .map(isolated)
            .join(' · ')}
        </p>
      </div>
      {driver.reason && (
        <span className={cn('shrink-0 text-xs', driver.assignable ? 'text-warn' : 'text-muted')}>
          {t(`why.${driver.reason}`)}
        </span>
      )}
      <p className="w-20 shrink-0 text-end tabular">
        {secs !== undefined && <span className="block font-semibold">{duration(secs)}</span>}
        {driver.distance_km === null && seen && <span className="block text-xs text-warn">{seen}</span>}
        {driver.distance_km !== null && (
          <span className={cn('block', secs !== undefined && 'text-xs text-muted')}>
            {distance(driver.distance_km)}
          </span>
        )}
      </p>
    </div>
  )
}
