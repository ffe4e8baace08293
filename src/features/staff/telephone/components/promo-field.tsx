import { TicketPercent, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { textLimits } from '@/types/text-limits'
import { useCall, useCallFare } from '../hooks/use-call'

/** The field for a promotion code, beside the price. */
export function PromoField() {
  const { t } = useTranslation('booking')
  const { money } = useFormat()
  const errorText = useErrorText()
  const { promo } = useCallFare()
  const { discount, refused } = promo
  if (discount) {
    return (
      <span className="inline-flex items-center gap-1 text-sm">
        <span role="status">
          <bdi>{discount.code}</bdi> <bdi className="tabular">{money(-discount.amount)}</bdi>
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('promo.remove', { code: discount.code })}
          onClick={promo.remove}
        >
          <X aria-hidden />
        </Button>
      </span>
    )
  }
  return (
    <>
      <PromoPopover />
      {refused && (
        <Alert tone="warn" className="w-full">
          <bdi>{refused.code}</bdi>: {errorText(refused.error)}
        </Alert>
      )}
    </>
  )
}

function PromoPopover() {
  const { t } = useTranslation('booking')
  const errorText = useErrorText()
  const { call, change } = useCall()
  const { promo } = useCallFare()
  const { applying } = promo
  const [isOpen, setOpen] = useState(false)
  const code = call.promo.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code && (await applying.run(code))) setOpen(false)
  }
  useEffect(() => {
    if (!isOpen) applying.reset()
  }, [isOpen, applying.reset])
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" className="max-md:h-11">
          <TicketPercent aria-hidden />
          {t('promo.have')}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('promo.title')} align="end">
        <form noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
          <Field
            label={t('promo.code')}
            error={applying.error ? errorText(applying.error) : null}
            limit={{ text: code, of: textLimits.promos.promo_name }}
          >
            {(control) => (
              <Input
                {...control}
                autoCapitalize="characters"
                autoComplete="off"
                className="h-11"
                value={call.promo}
                onChange={({ target }) => {
                  change({ promo: target.value })
                  applying.reset()
                }}
              />
            )}
          </Field>
          <Button type="submit" variant="ink" size="sm" className="w-full max-md:h-11" busy={applying.busy}>
            {t('promo.apply')}
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  )
}
