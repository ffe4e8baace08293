import { TicketPercent, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Promo } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import type { AppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

const LIMIT = textLimits.promos.promo_name
/** Returns a function for the message about a refused promotion, which names the least fare if that is the reason. */
function usePromoError() {
  const errorText = useErrorText()
  const { money } = useFormat()
  return (error: AppError) => {
    const least = Number(error.limit)
    return error.key === 'promo_min_order' && least > 0
      ? errorText(error, { context: 'from', amount: money(least) })
      : errorText(error)
  }
}

/** The button for a promotion code. It opens the dialog for a code, or shows the discount and offers to remove the code. */
export function PromoButton({ promo }: { promo: Promo }) {
  const { t } = useTranslation('booking')
  const { money } = useFormat()
  const { discount, remove } = promo
  if (!discount) return <PromoDialog promo={promo} />
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span role="status" className="min-w-0 truncate">
        <bdi>{discount.code}</bdi> <bdi className="tabular">{money(-discount.amount)}</bdi>
      </span>
      <button
        type="button"
        aria-label={t('promo.remove', { code: discount.code })}
        className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink"
        onClick={remove}
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  )
}

/** Says why the server removed the promotion code, until the person dismisses the message. Booking goes on without the code. */
export function RefusedPromo({ promo: { refused, forget } }: { promo: Promo }) {
  const { t } = useTranslation('booking')
  const promoError = usePromoError()
  if (!refused) return null
  return (
    <Alert
      tone="warn"
      action={
        <button type="button" className="min-h-6 font-semibold underline underline-offset-4" onClick={forget}>
          {t('promo.understood')}
        </button>
      }
    >
      <bdi>{refused.code}</bdi>: {promoError(refused.error)}
    </Alert>
  )
}

function PromoDialog({ promo }: { promo: Promo }) {
  const { t } = useTranslation('booking')
  const { applying, busy } = promo
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        applying.reset()
        setOpen(next)
      }}
    >
      <DialogTrigger
        className="inline-flex min-h-8 items-center gap-2 rounded-control font-medium hover:text-muted"
        disabled={busy}
      >
        <TicketPercent aria-hidden className="size-4.5" />
        {t('promo.have')}
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('promo.title')}</DialogTitle>
          <DialogDescription>{t('promo.text')}</DialogDescription>
        </DialogHeader>
        <PromoForm applying={applying} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function PromoForm({ applying, onDone }: { applying: Promo['applying']; onDone: () => void }) {
  const { t } = useTranslation('booking')
  const promoError = usePromoError()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (applying.error) input.current?.focus()
  }, [applying.error])
  const code = typed.trim()
  const isUsable = code !== '' && !isTooLong(code, LIMIT)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isUsable && (await applying.run(code))) onDone()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('promo.code')}
        error={applying.error ? promoError(applying.error) : null}
        limit={{ text: code, of: LIMIT }}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            autoFocus
            autoCapitalize="characters"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              applying.reset()
            }}
          />
        )}
      </Field>
      <DialogFooter>
        <Button type="submit" variant="accent" size="lg" disabled={!isUsable} busy={applying.busy}>
          {t('promo.apply')}
        </Button>
      </DialogFooter>
    </form>
  )
}
