import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { controlClasses } from '@/components/ui/control-classes'
import { cn } from '@/lib/utils'
import { MAX_ORIGINS, originOf, originsIn } from '../origins'

interface OriginsControlProps {
  id: string
  value: string
  onChange: (origins: string) => void
  onBlur: () => void
  'aria-describedby': string
}

/** Sites, one a row: added by their address, taken away again by a press. */
export function OriginsControl({ id, value, onChange, onBlur, ...described }: OriginsControlProps) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const origins = originsIn(value)
  const add = () => {
    const origin = originOf(typed)
    if (!origin) return setProblem(t('origins.wrong'))
    if (!origins.includes(origin) && origins.length >= MAX_ORIGINS) return setProblem(t('origins.many'))
    if (!origins.includes(origin)) onChange([...origins, origin].join(' '))
    setTyped('')
  }
  const remove = (origin: string) => {
    onChange(origins.filter((one) => one !== origin).join(' '))
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
          dir="ltr"
          autoComplete="off"
          placeholder="https://hotel.example"
          value={typed}
          aria-describedby={`${described['aria-describedby']} ${id}-problem`}
          aria-invalid={problem ? true : undefined}
          className={cn(controlClasses, 'min-w-0 rtl:text-end')}
          onBlur={onBlur}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
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
      <p id={`${id}-problem`} role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
