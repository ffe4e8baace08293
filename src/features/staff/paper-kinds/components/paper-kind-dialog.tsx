import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Tick } from '@/components/ui/tick'
import { paperName } from '@/entities/paper'
import { useFormat, useIsDemo } from '@/entities/settings'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { addPaperKind, changePaperKind, type PaperKindContent } from '../commands'
import { useStandardName } from '../hooks/use-standard-name'
import { contentOf, earliestDay, type PaperKindValues, problemsOf, valuesOf } from '../model'
import type { PaperKindRow } from '../queries'

const LIMIT = textLimits.paper_kinds.name

interface PaperKindDialogProps {
  /** The kind to edit; null for a new one. */
  kind: PaperKindRow | null
  onClose: () => void
  onDone: () => void
}

/** The dialog for adding or changing a kind of paper that drivers hand in. */
export function PaperKindDialog({ kind, onClose, onDone }: PaperKindDialogProps) {
  const { t } = useTranslation('paper_kinds')
  const errorText = useErrorText()
  const isDemo = useIsDemo()
  const { locale, timeZone } = useFormat()
  const standardName = useStandardName()
  const today = dayOf(serverNow(), timeZone)
  const [id] = useState(() => kind?.id ?? `p${crypto.randomUUID().replaceAll('-', '')}`)
  const [values, setValues] = useState<PaperKindValues>(() => valuesOf(kind, today))
  const [isTried, setTried] = useState(false)
  const set = (part: Partial<PaperKindValues>) => setValues((now) => ({ ...now, ...part }))
  const save = useCommand(
    async (content: PaperKindContent): Promise<void> => {
      await (kind ? changePaperKind(kind, content) : addPaperKind(id, content))
    },
    { done: t('saved'), onDone }
  )
  const wrong = problemsOf(values, kind, today)
  const standard = kind ? standardName(kind) : ''
  const isCounting = kind?.active === true && kind.needed_from !== null && kind.needed_from <= today
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (wrong.name || wrong.from || isTooLong(values.name, LIMIT)) return void setTimeout(() => focusFirstError(form))
    void save.run(contentOf(values))
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="sm:w-[30rem]">
        <DialogTitle>{kind ? paperName(kind, standard) : t('new')}</DialogTitle>
        <DialogDescription>{t('form_text')}</DialogDescription>
        <form noValidate onSubmit={onSubmit} className="mt-5 space-y-5">
          <Field
            label={t('column.name')}
            limit={{ text: values.name, of: LIMIT }}
            hint={standard ? t('name_hint', { name: standard }) : null}
            error={isTried && wrong.name ? t('missing_name') : null}
          >
            {(control) => (
              <Input
                {...control}
                dir="auto"
                autoComplete="off"
                value={values.name}
                onChange={({ target }) => set({ name: target.value })}
              />
            )}
          </Field>
          <Segmented
            label={t('column.subject')}
            value={values.subject}
            onChange={(subject) => set({ subject })}
            options={['driver', 'car'].map((value) => ({ value, label: t(`subject.${value}` as 'subject.car') }))}
          />
          <div className="space-y-3">
            <Tick label={t('field.number')} isOn={values.has_number} onChange={(has_number) => set({ has_number })} />
            <Tick label={t('field.expiry')} isOn={values.has_expiry} onChange={(has_expiry) => set({ has_expiry })} />
            <Tick label={t('field.active')} isOn={values.active} onChange={(active) => set({ active })} />
            {values.active ? (
              <Tick label={t('field.needed')} isOn={values.isNeeded} onChange={(isNeeded) => set({ isNeeded })} />
            ) : (
              <p className="text-sm text-pretty text-muted">{t('off')}</p>
            )}
          </div>
          {values.active && values.isNeeded && (
            <Field
              label={t('from')}
              hint={t(isCounting ? 'since_hint' : 'from_hint')}
              error={isTried && wrong.from ? errorText('paper_too_soon') : null}
            >
              {(control) => (
                <DayInput
                  {...control}
                  label={t('from')}
                  value={values.from}
                  onChange={(from) => set({ from })}
                  today={today}
                  locale={locale}
                  min={earliestDay(kind, today)}
                />
              )}
            </Field>
          )}
          {save.error && <Alert tone="bad">{errorText(save.error)}</Alert>}
          {isDemo && <Alert>{errorText('demo_mode')}</Alert>}
          <Button type="submit" variant="accent" size="lg" className="w-full" busy={save.busy} disabled={isDemo}>
            {t('save')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}
