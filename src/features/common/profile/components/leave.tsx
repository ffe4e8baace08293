import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Pending } from '@/components/ui/pending'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { hasLeft, loginPath, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { deleteOwnAccount, type Rest } from '../commands'
import { getWalletAtDeletion, type WalletAtDeletion } from '../queries'

/** The section in which a person deletes their own account. */
export function Leave() {
  const { t } = useTranslation('profile')
  const { money } = useFormat()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isAgreed, setAgreed] = useState(false)
  const [rest, setRest] = useState<Rest | null>(null)
  const { data: wallet, error, mutate } = useSWR(isAsking ? ['leaving wallet'] : null, getWalletAtDeletion)
  const leftOver = wallet?.remaining_balance ?? 0
  const leaving = useCommand(deleteOwnAccount, {
    asks: 'dialog',
    onDone: async (isDeleted) => {
      toast('success', t(isDeleted ? 'leave.done' : 'leave.asked'))
      if (!isDeleted) return setAsking(false)
      await signOut()
      void navigate(paths.home, hasLeft)
    }
  })
  const ask = (isOpen: boolean) => {
    setAsking(isOpen)
    setAgreed(false)
    setRest(null)
    leaving.reset()
  }
  const isOfficeAsked = rest === 'ask_office'
  // The server deletes only what somebody who has just signed in asks for: a stolen session cannot do that.
  const needsSignIn = leaving.error?.key === 'sign_in_again'
  const signInAgain = async () => {
    await signOut()
    void navigate(loginPath(paths.profile))
  }
  return (
    <Section title={t('leave.title')} text={t('leave.text')}>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={ask}
        title={t('leave.ask_title')}
        text={t('leave.ask_text')}
        keep={t('leave.keep')}
        confirm={t(needsSignIn ? 'leave.again' : isOfficeAsked ? 'leave.send' : 'leave.confirm')}
        {...(needsSignIn && { variant: 'accent' })}
        disabled={!wallet || (leftOver > 0 && rest === null) || !(isAgreed || isOfficeAsked)}
        busy={leaving.busy}
        error={leaving.error}
        onConfirm={() =>
          void (needsSignIn
            ? signInAgain()
            : leaving.run({ rest, note: isOfficeAsked ? t('leave.please_pay', { amount: money(leftOver) }) : null }))
        }
        trigger={
          <Button variant="outline" className="text-bad">
            {t('leave.open')}
          </Button>
        }
      >
        {wallet ? (
          <WalletRest wallet={wallet} rest={rest} onRest={setRest} />
        ) : (
          <Pending error={error} onRetry={() => void mutate()}>
            <Skeleton className="h-6 w-56" />
          </Pending>
        )}
        {!isOfficeAsked && <Agree isAgreed={isAgreed} onAgreed={setAgreed} />}
      </ConfirmDialog>
    </Section>
  )
}

function Agree({ isAgreed, onAgreed }: { isAgreed: boolean; onAgreed: (isAgreed: boolean) => void }) {
  const { t } = useTranslation('profile')
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-6 items-center gap-2 text-sm">
      <Checkbox id={id} checked={isAgreed} onChange={(event) => onAgreed(event.target.checked)} />
      {t('leave.agree')}
    </label>
  )
}

interface WalletRestProps {
  wallet: WalletAtDeletion
  rest: Rest | null
  onRest: (rest: Rest) => void
}

/** Says which money goes back to cards, and asks what happens to the rest. */
function WalletRest({ wallet: { to_cards, remaining_balance, can_ask }, rest, onRest }: WalletRestProps) {
  const { t } = useTranslation('profile')
  const { money } = useFormat()
  const name = useId()
  const choices: Rest[] = can_ask ? ['ask_office', 'give_up'] : ['give_up']
  const amount = money(remaining_balance)
  return (
    <>
      {to_cards > 0 && <p className="text-sm text-pretty">{t('leave.to_cards', { amount: money(to_cards) })}</p>}
      {remaining_balance < 0 && <Alert tone="warn">{t('leave.debt', { amount: money(-remaining_balance) })}</Alert>}
      {remaining_balance > 0 && (
        <fieldset className="space-y-1.5 text-sm">
          <legend className="mb-1.5 font-medium">{t('leave.rest', { amount })}</legend>
          {choices.map((choice) => (
            <label key={choice} className="flex min-h-11 items-start gap-2.5 py-1.5">
              <input
                type="radio"
                name={name}
                value={choice}
                checked={rest === choice}
                onChange={() => onRest(choice)}
                className="mt-0.5 size-4 shrink-0 accent-ink"
              />
              <span className="text-pretty">{t(`leave.${choice}`, { amount })}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
