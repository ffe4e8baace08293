import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'

interface TownRowProps {
  name: string
  value: string
  /** Why this is proposed. */
  reason: string
  /** True if the field is shown instead of the value. */
  isOpen?: boolean
  /** Opens the field; undefined if the value cannot be changed. */
  onOpen?: ((name: string) => void) | undefined
  /** A field that a label can name by the id. */
  field?: (id: string) => ReactNode
  /** Instead of `field`: several controls, which have a name of their own. */
  group?: ReactNode
}

/** A fact about the town: what is proposed, why, and a button that puts the field in its place. */
export function TownRow({ name, value, reason, isOpen = false, onOpen, field, group }: TownRowProps) {
  const { t } = useTranslation('setup')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // The pressed button is gone; without this the focus would be, too.
    if (isAsked) box.current?.querySelector<HTMLElement>('select, input, [tabindex="0"]')?.focus()
  }, [isAsked])
  const label = t(`town.row.${name}` as 'town.row.country')
  const shown = isOpen && (field?.(id) ?? group)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        {shown && field ? (
          <label htmlFor={id} className="text-sm text-muted">
            {label}
          </label>
        ) : (
          <p className="text-sm text-muted">{label}</p>
        )}
        {shown ? (
          <div ref={box} className="mt-1">
            {shown}
          </div>
        ) : (
          <p dir="auto" className="font-medium">
            {value}
          </p>
        )}
        <p className="mt-0.5 text-xs text-pretty text-muted">{reason}</p>
      </div>
      {!isOpen && onOpen && (
        <Button
          type="button"
          variant="ghost"
          size="md"
          onClick={() => {
            setAsked(true)
            onOpen(name)
          }}
          aria-label={t('town.change_of', { what: label })}
        >
          {t('town.change')}
        </Button>
      )}
    </div>
  )
}
