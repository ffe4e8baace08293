import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { pageTextLength } from '@/types/rules'
import type { TemplateField } from '../../model/template-model'
import { useTextProblem } from '../use-text-problem'

interface TemplateTextProps {
  field: TemplateField
  name: string
  text: string
  locale: string
  disabled: boolean
  onChange: (text: string) => void
}

/** Edits one text of a message. Its placeholders are put in where the cursor stands. */
export function TemplateText({ field, name, text, locale, disabled, onChange }: TemplateTextProps) {
  const { t } = useTranslation('languages')
  const area = useRef<HTMLTextAreaElement>(null)
  const problem = useTextProblem(field.problem, text)
  const put = (placeholder: string) => {
    const { selectionStart: from, selectionEnd: to } = area.current ?? { selectionStart: 0, selectionEnd: 0 }
    // The first placeholder of an empty field is put into the words that count now.
    const base = text || field.shown
    const at = text ? [from, to] : [base.length, base.length]
    onChange(`${base.slice(0, at[0])}{{${placeholder}}}${base.slice(at[1])}`)
    area.current?.focus()
  }
  return (
    <Field label={name} error={problem} limit={{ text, of: pageTextLength }}>
      {(control) => (
        <>
          <Textarea
            {...control}
            ref={area}
            dir="auto"
            lang={locale}
            rows={1}
            readOnly={disabled}
            placeholder={field.shown}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className="field-sizing-content max-h-72 min-h-12 resize-none"
          />
          {field.placeholders.length > 0 && (
            <p className="flex flex-wrap gap-1.5">
              {field.placeholders.map((placeholder) => (
                <button
                  key={placeholder}
                  type="button"
                  disabled={disabled}
                  aria-label={t('templates.put', { name: placeholder })}
                  onClick={() => put(placeholder)}
                  className="rounded-[6px] border border-line bg-soft px-2 py-1 font-mono text-xs hover:border-strong disabled:opacity-50 pointer-coarse:min-h-9"
                >
                  <bdi>{`{{${placeholder}}}`}</bdi>
                </button>
              ))}
            </p>
          )}
        </>
      )}
    </Field>
  )
}
