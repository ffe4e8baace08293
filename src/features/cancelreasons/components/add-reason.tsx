import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { controlClasses } from '@/components/ui/control-classes'
import { Field } from '@/components/ui/field'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { addReason, reasonsKey } from '../api'

/** One line that adds reasons one after the other. */
export function AddReason({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('cancelreasons')
  const errorText = useErrorText()
  const [label, setLabel] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const limit = textLimits.cancel_reasons.label
  const adding = useCommand((text: string, clientKey: string) => addReason({ id: clientKey, label: text }), {
    invalidates: () => [reasonsKey],
    onDone: () => {
      setLabel('')
      input.current?.focus()
      onAdded()
    }
  })
  const problem = isEmpty ? 'reason_required' : adding.error
  return (
    <form
      noValidate
      className="flex items-start gap-2 border-b border-line px-4 py-3 md:px-6"
      onSubmit={(event) => {
        event.preventDefault()
        const text = label.trim()
        setEmpty(text === '')
        if (text !== '' && !isTooLong(text, limit)) void adding.run(text)
        else input.current?.focus()
      }}
    >
      <Field
        label={t('new')}
        isDense
        error={problem ? errorText(problem) : null}
        limit={{ text: label, of: limit }}
        className="min-w-0 flex-1 md:max-w-xl"
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            dir="auto"
            autoComplete="off"
            value={label}
            onChange={(event) => {
              setLabel(event.target.value)
              setEmpty(false)
            }}
            className={controlClasses}
          />
        )}
      </Field>
      <Button type="submit" variant="accent" busy={adding.busy} className="mt-6.5 h-11 md:h-9">
        <Plus aria-hidden />
        {t('add')}
      </Button>
    </form>
  )
}
