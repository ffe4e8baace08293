import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { isLocale } from '@/config/languages'
import { paths } from '@/config/paths'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { textLimits } from '@/types/text-limits'
import { createLanguage, type LanguageFields, updateLanguage } from '../commands'
import { useExampleDate } from '../hooks/use-example-date'
import { canonicalTag, languageProblems, nameOf } from '../model/language-form'
import { type Language, languagesKey } from '../queries'

interface LanguageDialogProps {
  mode: 'new' | 'copy' | 'edit'
  /** The language that is copied or edited; undefined for a new one. */
  of?: Language
  rows: readonly Language[]
  onClose: () => void
}

/**
 * The dialog for the name, tag and date format of a language. A copy begins with the texts of the copied language. A new
 * language begins with the default language's texts, or without texts if the build contains texts for it.
 */
export function LanguageDialog({ mode, of, rows, onClose }: LanguageDialogProps) {
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const exampleDate = useExampleDate()
  const form = useLanguageForm(mode, of, rows, onClose)
  const { fields, problems, saving } = form
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    form.submit()
    focusFirstError(event.currentTarget)
  }
  const say = (name: keyof LanguageFields) => (problems[name] ? t(`problems.${problems[name]}`) : null)
  const hints = { lang_name: null, lang_locale: t('hints.locale'), date_locale: exampleDate(fields.date_locale) }
  return (
    <Dialog open onOpenChange={(next) => next || onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t(`dialog.${mode}`, { name: of?.lang_name })}</DialogTitle>
          <DialogDescription>{t(`dialog.${mode}_text`)}</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={onSubmit} className="space-y-4">
          {(['lang_locale', 'lang_name', 'date_locale'] as const).map((name) => (
            <Field
              key={name}
              label={t(`fields.${name}`)}
              hint={hints[name]}
              error={say(name)}
              limit={{ text: fields[name], of: textLimits.languages[name] }}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  value={fields[name]}
                  onChange={(event) => form.set(name, event.target.value)}
                  onBlur={() => form.leave(name)}
                />
              )}
            </Field>
          ))}
          {saving.error && <Alert tone="bad">{errorText(saving.error)}</Alert>}
          <DialogFooter>
            <Button type="submit" variant="accent" size="lg" busy={saving.busy}>
              {mode === 'edit' ? t('common:save') : t('create')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

const none: LanguageFields = { lang_name: '', lang_locale: '', date_locale: '' }

function useLanguageForm(
  mode: LanguageDialogProps['mode'],
  of: Language | undefined,
  rows: readonly Language[],
  onClose: () => void
) {
  const navigate = useNavigate()
  const [fields, setFields] = useState<LanguageFields>(() => {
    if (!of || mode === 'new') return none
    return mode === 'edit' ? of : { ...none, date_locale: of.date_locale }
  })
  const [isShown, setShown] = useState(false)
  const { lang_name, lang_locale, date_locale } = fields
  const problems = languageProblems(fields, mode === 'edit' ? rows.filter(({ id }) => id !== of?.id) : rows)
  const send = () => {
    const next = { lang_name, lang_locale, date_locale }
    if (mode === 'edit' && of) return updateLanguage(of, next)
    // A new language for which the build has texts begins without own texts. Copies of the default language's texts would
    // override those of the build.
    const texts = mode === 'copy' && of ? of.key_value_pairs : isLocale(lang_locale) ? {} : null
    return createLanguage(next, texts)
  }
  const saving = useCommand<void, Language | string>(send, {
    invalidates: () => [languagesKey],
    onDone: (answer) => {
      onClose()
      if (typeof answer === 'string') void navigate(paths.language(answer))
    }
  })
  return {
    fields,
    problems: isShown ? problems : {},
    saving,
    set: (name: keyof LanguageFields, value: string) => setFields({ ...fields, [name]: value }),
    /** Called when a field loses the focus: normalizes its language tag, and fills empty fields that follow from the tag. */
    leave: (name: keyof LanguageFields) => {
      if (name === 'lang_name') return
      const tag = canonicalTag(fields[name])
      const next = { ...fields, [name]: tag }
      if (name === 'lang_locale') {
        next.lang_name ||= nameOf(tag)
        next.date_locale ||= tag
      }
      setFields(next)
    },
    submit: () => {
      setShown(true)
      if (Object.keys(problems).length === 0) void saving.run()
    }
  }
}
