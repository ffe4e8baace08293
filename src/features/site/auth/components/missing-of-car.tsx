import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { applicationKey, type CarLine, completeCar } from '../hooks/use-application'
import { Problem } from './problem'

interface MissingOfCarProps {
  signUpId: string
  missing: readonly CarLine[]
}

/** A form for the details of the car that riders need and that a driver's application does not contain yet. */
export function MissingOfCar({ signUpId, missing }: MissingOfCarProps) {
  const { t } = useTranslation('signup')
  const [typed, setTyped] = useState<Partial<Record<CarLine, string>>>({})
  const said = Object.fromEntries(missing.map((name) => [name, (typed[name] ?? '').trim()]).filter(([, text]) => text))
  const save = useCommand(() => completeCar(signUpId, said), {
    done: t('sent.car_saved'),
    invalidates: () => [applicationKey(signUpId)]
  })
  const isReady =
    Object.keys(said).length > 0 && !missing.some((name) => isTooLong(typed[name] ?? '', textLimits.drivers[name]))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) void save.run()
  }
  return (
    <section aria-labelledby="car" className="space-y-3">
      <h2 id="car" className="text-xl font-semibold">
        {t('car')}
      </h2>
      <form noValidate onSubmit={onSubmit} className="space-y-4 rounded-card border border-line bg-card p-4">
        <p className="text-sm text-pretty text-muted">{t('sent.car')}</p>
        {missing.map((name) => (
          <Field
            key={name}
            label={t(`fields.${name}`)}
            limit={{ text: typed[name] ?? '', of: textLimits.drivers[name] }}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={typed[name] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        <Problem of={save} />
        <Button type="submit" size="lg" variant="ink" className="w-full" busy={save.busy} disabled={!isReady}>
          {t('sent.save')}
        </Button>
      </form>
    </section>
  )
}
