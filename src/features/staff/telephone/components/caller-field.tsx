import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { LiveRegion } from '@/components/ui/live-region'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Spinner } from '@/components/ui/spinner'
import { useIsDemo } from '@/entities/settings'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useErrorText } from '@/lib/server/use-error-text'
import { written } from '@/lib/typing/phone'
import { cn } from '@/lib/utils'
import { useCall, useFocusOfCall, useOrderOfCall, useSpot } from '../hooks/use-call'
import { type Found, useFound } from '../hooks/use-caller'
import { typedCaller } from '../model/call'
import { plainText, searchedNumber } from '../model/number'
import { NewRider } from './new-rider'

const KEYS = 'alt+c'

/** The field for the caller's number or name; matching people are listed below it while typing. */
export function CallerField() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change, caller } = useCall()
  const { focus, repeat } = useFocusOfCall()
  const { problemKey } = useOrderOfCall()
  const isDemo = useIsDemo()
  const id = useId()
  const input = useSpot<HTMLInputElement>('caller')
  const [active, setActive] = useState(0)
  const [isEarly, setEarly] = useState(false)
  const { found, error, isCurrent, isAsked } = useFound(call.text, call.rider === null)
  useShortcut({ keys: KEYS, label: t('caller.label'), group: t('keys.form'), run: () => focus('caller') })

  const choose = ({ id, name, mobile }: Found) => change({ rider: { id, name, mobile } })
  // If a complete number belongs to exactly one person, that person is chosen. Who only claims it may be somebody else.
  const whole = found.filter(({ isWhole, isClaimed }) => isWhole && !isClaimed)
  const [only] = whole
  const take = useEffectEvent(() => only && choose(only))
  const onlyId = isCurrent && whole.length === 1 ? only?.id : undefined
  useEffect(() => {
    if (onlyId) take()
  }, [onlyId])

  const isNumber = searchedNumber(call.text) !== null
  const isUnproved = found.every(({ isWhole, isClaimed }) => isWhole && isClaimed)
  const isUnknown = call.rider === null && isAsked && isCurrent && isUnproved && !error && isNumber
  const onEnter = () => {
    const option = found[active]
    const [latest] = caller?.trips ?? []
    if (call.rider) {
      if (latest && !call.pickup && !call.drop) repeat(latest, false)
      else focus('pickup')
    } else if (option) choose(option)
    else if (isUnknown) focus('name')
    else if (isAsked && !isCurrent) setEarly(true)
  }
  // If Enter was pressed before the search finished, it takes effect after the search.
  const answer = useEffectEvent(() => {
    setEarly(false)
    onEnter()
  })
  const isAnswered = call.rider ? caller !== null : isCurrent && !onlyId
  useEffect(() => {
    if (isEarly && isAnswered) answer()
  }, [isEarly, isAnswered])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      setActive((active + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const [latest] = caller?.trips ?? []
      if (event.shiftKey && latest) repeat(latest, true)
      else onEnter()
    }
  }
  const phoneHint = usePhoneHint(call.rider ? '' : call.text)
  const isMissing = problemKey === 'select_proper' && !call.rider
  return (
    <div>
      <Field
        label={t('caller.label')}
        mark={<Kbd keys={KEYS} className="ms-auto max-md:hidden" />}
        hint={isDemo ? t('caller.demo') : isUnknown ? phoneHint : undefined}
        error={error ? errorText(error) : isMissing ? t('caller.missing') : null}
      >
        {(control) => (
          <span className="relative block">
            <Input
              {...control}
              ref={input}
              type="text"
              inputMode="tel"
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
              aria-autocomplete="list"
              aria-keyshortcuts={ariaKeys(KEYS)}
              autoComplete="off"
              className="h-14 text-xl tabular"
              value={call.text}
              onChange={({ target }) => {
                setActive(0)
                setEarly(false)
                change(typedCaller(call, plainText(target.value)))
              }}
              onKeyDown={onKeyDown}
            />
            {isAsked && !isCurrent && <Spinner className="absolute end-3 top-5 size-4 text-muted" />}
          </span>
        )}
      </Field>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('caller.people')}
        hidden={found.length === 0}
        className="mt-2 space-y-1"
      >
        {found.map((one, index) => (
          <div
            key={one.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
            onKeyDown={() => undefined}
            className={cn(
              'flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-control px-3 py-1.5',
              index === active && 'bg-soft'
            )}
          >
            <FoundLines found={one} />
            {index === active && <Kbd keys="enter" className="max-md:hidden" />}
          </div>
        ))}
      </div>
      <LiveRegion>{isCurrent && found.length > 0 && t('caller.found', { count: found.length })}</LiveRegion>
      {isUnknown && <NewRider isOther={found.length > 0} />}
    </div>
  )
}

function FoundLines({ found: { name, mobile, caller } }: { found: Found }) {
  const { t } = useTranslation('telephone')
  return (
    <span className="min-w-0 text-sm">
      <span className="flex flex-wrap items-center gap-x-2">
        <bdi className="truncate font-semibold">{name || t('caller.nameless')}</bdi>
        {caller?.isClaimed && <Badge tone="warn">{t('caller.claimed')}</Badge>}
        {caller?.refusal && <Badge tone="bad">{t('caller.refused')}</Badge>}
      </span>
      <bdi dir="ltr" className="text-muted tabular">
        {written(mobile ?? '')}
      </bdi>
    </span>
  )
}
