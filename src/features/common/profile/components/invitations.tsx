import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { ErrorBanner } from '@/components/ui/error-state'
import { Section } from '@/components/ui/section'
import { SendLink } from '@/components/ui/send-link'
import { Skeleton } from '@/components/ui/skeleton'
import { invitationPath } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { getInvitations, type OwnInvitations } from '../queries'

/** Shows the caller's invitation code and link, and the bonuses that invitations have brought. */
export function Invitations() {
  const { t } = useTranslation('profile')
  const { money } = useFormat()
  const { data, error, mutate } = useSWR('own-referrals', getInvitations)
  const bonus = data?.bonus ?? 0
  return (
    <Section title={t('invite.title')} {...(bonus > 0 ? { text: t('invite.text', { amount: money(bonus) }) } : {})}>
      {data ? (
        <Invited invitations={data} />
      ) : error ? (
        <ErrorBanner error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-28 rounded-card" />
      )}
    </Section>
  )
}

function Invited({ invitations }: { invitations: OwnInvitations }) {
  const { t } = useTranslation('profile')
  const { money } = useFormat()
  const { code, invited, rewarded, earned, left_this_month: left } = invitations
  const link = `${window.location.origin}${invitationPath(code)}`
  const figures = [
    [t('invite.invited'), invited],
    [t('invite.rewarded'), rewarded],
    [t('invite.earned'), money(earned)]
  ]
  return (
    <div className="space-y-4 rounded-card border border-line bg-card p-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          <span className="block text-sm text-muted">{t('invite.code')}</span>
          <span dir="ltr" className="text-2xl font-semibold tracking-widest">
            {code}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <SendLink link={link} words={t('invite.message', { code })} />
        </div>
      </div>
      <p dir="ltr" className="text-sm break-all text-muted rtl:text-end">
        {link}
      </p>
      {invited === 0 ? (
        <p className="text-sm text-muted">{t('invite.none')}</p>
      ) : (
        <dl className="grid grid-cols-3 gap-3 border-t border-line pt-4 text-sm">
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="text-base font-semibold tabular">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rewarded > 0 && <p className="text-sm text-muted">{t('invite.cap', { count: left })}</p>}
    </div>
  )
}
