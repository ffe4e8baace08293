import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { removeSecondFactor, staffName, useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { countSecondFactors, staffStandingKey } from '../../../queries'
import type { TabProps } from '../tab-props'

const keyOf = (id: string) => ['second-factors', id] as const
const limit = textLimits.profiles.suspended_reason

/** Says whether a member of staff has a second factor, and lets owners remove it, for example after a phone was lost. */
export function SecondFactor({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const isShown = rights.canRemoveFactor && person.id !== user?.id
  const { data: count } = useSWR(isShown ? keyOf(person.id) : null, ([, id]) => countSecondFactors(id))
  if (!isShown || count === undefined) return null
  return (
    <section className="space-y-3 border-t border-line pt-4">
      <Facts
        facts={[
          [t('second_factor.label'), count === 0 ? t('second_factor.none') : t('second_factor.state', { count })]
        ]}
      />
      {count > 0 && (
        <Button size="sm" variant="outline" className="text-bad" onClick={() => setAsking(true)}>
          <ShieldOff aria-hidden />
          {t('second_factor.remove')}
        </Button>
      )}
      {isAsking && <RemoveDialog person={person} onClose={() => setAsking(false)} />}
    </section>
  )
}

function RemoveDialog({ person, onClose }: Pick<TabProps, 'person'> & { onClose: () => void }) {
  const { t } = useTranslation('people')
  const [reason, setReason] = useState('')
  const name = staffName(person)
  const remove = useCommand(() => removeSecondFactor(person.id, reason), {
    done: t('second_factor.done', { name }),
    invalidates: () => [keyOf(person.id), staffStandingKey(person.id)],
    onDone: onClose
  })
  return (
    <CommandDialog
      title={t('second_factor.title', { name })}
      text={t(person.usertype === 'admin' ? 'second_factor.text_admin' : 'second_factor.text')}
      confirm={t('second_factor.remove')}
      variant="bad"
      disabled={reason.trim() === '' || isTooLong(reason, limit)}
      command={remove}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <Field label={t('reason')} hint={t('reason_hint')} limit={{ text: reason, of: limit }}>
        {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </CommandDialog>
  )
}
