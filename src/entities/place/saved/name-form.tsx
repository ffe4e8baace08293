import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { focusFirstError } from '@/lib/page/focus'
import type { Command } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { commonNames, useSavedName } from './saved-name'

const LIMIT = textLimits.saved_addresses.label

interface NameFormProps {
  /** The current name of the place. */
  known?: string | null
  /**
   * Names of the person's other places. They are not proposed, because a place that gets such a name takes it from the other
   * place.
   */
  taken: readonly (string | null)[]
  saving: Pick<Command<never>, 'busy' | 'error'>
  onName: (label: string) => void
  /** Shown beside the button, such as a back button. */
  back?: ReactNode
  /** Shown above the name, such as the address. */
  children?: ReactNode
}

/**
 * The kind of name that is selected at first: the kind of the current name, otherwise the first kind that no other place has.
 */
function kindOf(known: string | null, taken: readonly (string | null)[]): string {
  const has = (names: readonly (string | null)[], name: string) =>
    names.some((one) => one?.toLowerCase() === name.toLowerCase())
  const fits = (name: string) => (known === null ? !has(taken, name) : has([known], name))
  return commonNames.find(fits) ?? 'other'
}

/** A place's name: home, work, or a custom one. */
export function NameForm({ known = null, taken, saving, onName, back, children }: NameFormProps) {
  const { t } = useTranslation('saved_places')
  const errorText = useErrorText()
  const nameOf = useSavedName()
  const [kind, setKind] = useState(() => kindOf(known, taken))
  const [typed, setTyped] = useState(kind === 'other' ? (known ?? '') : '')
  const label = kind === 'other' ? typed.trim() : kind
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The form may be in a dialog inside another form, which must not be submitted with it.
    event.stopPropagation()
    if (label && !isTooLong(label, LIMIT)) onName(label)
    else focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {children}
      <Segmented
        label={t('name')}
        value={kind}
        onChange={setKind}
        options={[
          ...commonNames.map((name) => ({ value: name as string, label: nameOf(name) })),
          { value: 'other', label: t('other') }
        ]}
      />
      {kind === 'other' && (
        <Field label={t('name')} limit={{ text: typed, of: LIMIT }}>
          {(control) => (
            <Input {...control} autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      )}
      {saving.error && <Alert tone="bad">{errorText(saving.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {back}
        <Button type="submit" size="lg" variant="accent" className="flex-1" disabled={!label} busy={saving.busy}>
          {t('common:save')}
        </Button>
      </div>
    </form>
  )
}
