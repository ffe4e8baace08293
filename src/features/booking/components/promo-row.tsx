import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import type { Promo } from '../hooks/use-promo'

const quiet = 'min-h-6 text-sm text-muted underline decoration-dotted underline-offset-4 hover:text-ink'

/** A promotion on the fare: asked for by its code, told with what it takes off, and taken away again. */
export function PromoRow({ promo }: { promo: Promo }) {
  const { t } = useTranslation('booking')
  const { money } = useFormat()
  const errorText = useErrorText()
  const [typed, setTyped] = useState<string | null>(null)
  const { code, setCode, discount, error, busy } = promo

  if (discount) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm" role="status">
        <span>
          <bdi>{discount.code}</bdi> <bdi className="tabular">{money(-discount.amount)}</bdi>
        </span>
        <button type="button" className={quiet} onClick={() => setCode('')}>
          {t('promo.remove')}
        </button>
      </div>
    )
  }
  if (typed === null && !code) {
    return (
      <button type="button" className={quiet} onClick={() => setTyped('')}>
        {t('promo.have')}
      </button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setCode((typed ?? '').trim())
    if (!typed?.trim()) setTyped(null)
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <Field label={t('promo.code')} error={error ? errorText(error) : null} className="flex-1">
        {(control) => (
          <Input
            {...control}
            className="h-10"
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={40}
            value={typed ?? code}
            onChange={(event) => {
              setTyped(event.target.value)
              if (code) setCode('')
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {t('promo.apply')}
      </Button>
    </form>
  )
}
