import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { controlClasses } from '@/components/ui/control-classes'
import { cn } from '@/lib/utils'
import { originOf, originsIn, originsTyped, withTyped } from '../model/origins'

interface OriginsControlProps {
  id: string
  value: string
  onChange: (origins: string) => void
  onBlur: () => void
  'aria-describedby': string
  'aria-invalid': true | undefined
}

/**
 * Edits a list of sites: a site is added by its URL and removed by a press. A typed URL that was not added yet is saved with
 * the form.
 */
export function OriginsControl({ id, value, onChange, onBlur, ...aria }: OriginsControlProps) {
  const { t } = useTranslation('settings')
  const input = useRef<HTMLInputElement>(null)
  const [added, typed] = originsTyped(value)
  const origins = originsIn(added)
  const add = () => {
    const origin = originOf(typed)
    // The typed URL is invalid: act as if the field lost the focus, so that the form shows the error.
    if (!origin) return onBlur()
    onChange([...new Set([...origins, origin])].join(' '))
  }
  const remove = (origin: string) => {
    const rest = origins.filter((one) => one !== origin).join(' ')
    onChange(withTyped(rest, typed))
    input.current?.focus()
  }
  return (
    <div className="space-y-2">
      {origins.length > 0 && (
        <ul
          aria-label={t('field.embed_origins.label')}
          className="divide-y divide-line rounded-control border border-line"
        >
          {origins.map((origin) => (
            <li key={origin} className="flex min-h-9 items-center gap-2 ps-3 pe-1 text-sm">
              <bdi dir="ltr" className="min-w-0 flex-1 truncate">
                {origin}
              </bdi>
              <Button
                variant="ghost"
                size="sm"
                className="size-8 shrink-0 px-0 max-md:size-11"
                aria-label={t('origins.remove', { origin })}
                onClick={() => remove(origin)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="url"
          data-limit="only the origin is kept"
          dir="ltr"
          autoComplete="off"
          placeholder="https://hotel.example"
          value={typed}
          {...aria}
          className={cn(controlClasses, 'min-w-0 rtl:text-end')}
          onBlur={onBlur}
          onChange={(event) => onChange(withTyped(added, event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button size="sm" className="h-9 shrink-0 max-md:h-11" disabled={typed.trim() === ''} onClick={add}>
          <Plus aria-hidden />
          {t('origins.add')}
        </Button>
      </div>
    </div>
  )
}
