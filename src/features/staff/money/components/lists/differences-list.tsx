import { Check, ExternalLink, GitCompareArrows } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Badge } from '@/components/ui/badge'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { providerName } from '@/entities/payment'
import { useTableHost } from '@/entities/person'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { isTooLong } from '@/lib/typing/text-limit'
import { reasonLength } from '@/types/rules'
import { acceptDifference } from '../../commands'
import { useDeskCommand } from '../../hooks/use-desk-command'
import { differencePath, providerPage } from '../../model/links'
import { type Difference, useProviders } from '../../queries'
import { BackLink, listClasses } from './back-link'

/**
 * Creates the source of a provider's differences, page by page.
 *
 * @param known the provider to use if no filter chooses one
 */
const differenceSource =
  (known: string): Source<Difference> =>
  async ({ filters }, { after, size }, signal) => {
    const [from, to] = filters.days ?? []
    const cursor = after as { at: string; ref: string } | null
    const rows = await unwrap(
      supabase
        .rpc('reconciliation', {
          provider: filters.provider?.[0] ?? known,
          from_day: from || null,
          to_day: to || null,
          after_at: cursor?.at ?? null,
          after_ref: cursor?.ref ?? null,
          page_size: size
        })
        .abortSignal(signal)
    )
    return pageOf<Difference>(rows, size, ({ at, ref }) => ({ at, ref }))
  }

/** The list of differences between a provider's reports and our payments. */
export function DifferencesList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const [params] = useSearchParams()
  const known = useProviders()
  const asked = params.get('provider') ?? known[0] ?? ''
  const [accepting, setAccepting] = useState<Difference | null>(null)
  const { money, dateTime } = host
  const definition = useMemo((): TableDefinition<Difference> => {
    const label = (id: string) => t(`differences.column.${id}`)
    const outcome = (row: Difference) => t(`differences.outcome.${row.outcome}`)
    const title = (row: Difference) => row.reference ?? row.charge_ref ?? row.ref
    const providers = [...new Set([...known, asked])].filter((name) => /^[a-z]{2,20}$/.test(name))
    const badge = (row: Difference) => (
      <Badge dot tone="bad">
        {outcome(row)}
      </Badge>
    )
    return {
      id: 'money-differences',
      label: t('differences.title', { provider: providerName(asked) }),
      columns: [
        { id: 'title', label: label('title'), value: title, width: 200 },
        { id: 'at', label: label('at'), value: (row) => row.at, kind: 'moment', width: 176 },
        { id: 'kind', label: label('kind'), value: (row) => t(`import.kind.${row.kind}`), width: 128 },
        { id: 'outcome', label: label('outcome'), value: outcome, cell: badge, width: 240 },
        { id: 'theirs', label: label('theirs'), value: (row) => row.external_amount, kind: 'money', width: 128 },
        { id: 'ours', label: label('ours'), value: (row) => row.ledger_amount, kind: 'money', width: 128 },
        { id: 'difference', label: label('difference'), value: (row) => row.difference, kind: 'money', width: 128 },
        { id: 'charge', label: label('charge'), value: (row) => row.charge_ref, hidden: true },
        { id: 'line', label: label('line'), value: (row) => row.ref, hidden: true }
      ],
      filters: [
        {
          id: 'provider',
          label: t('bank.provider'),
          kind: 'choice',
          options: providers.map((value) => ({ value, label: providerName(value) }))
        },
        { id: 'days', label: label('at'), kind: 'dates', asDays: true }
      ],
      source: differenceSource(asked),
      rowId: ({ outcome: of, ref }) => `${of} ${ref}`,
      rowName: title,
      rowLink: differencePath,
      actions: (row) => {
        const page = providerPage(asked, row.charge_ref ?? row.ref)
        return [
          ...(page
            ? [
                {
                  id: 'ask',
                  label: t('differences.ask', { provider: providerName(asked) }),
                  icon: ExternalLink,
                  onSelect: () => void window.open(page, '_blank', 'noreferrer')
                }
              ]
            : []),
          // A payment that the provider does not know cannot be accepted into our books: staff refund it, or ask the provider.
          ...(row.outcome !== 'missing_there' && row.kind !== 'payout'
            ? [{ id: 'accept', label: t('differences.accept'), icon: Check, onSelect: () => setAccepting(row) }]
            : [])
        ]
      },
      peek: {},
      card: (row) => (
        <RowCard
          title={title(row)}
          badge={badge(row)}
          parts={[dateTime(row.at), t(`import.kind.${row.kind}`)]}
          figure={money(row.difference)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('differences.empty'), icon: GitCompareArrows },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, money, dateTime, asked, known])
  return (
    <main id="main" className={listClasses}>
      <DataTable key={asked} definition={definition} host={host} />
      {accepting && <AcceptDialog provider={asked} row={accepting} onClose={() => setAccepting(null)} />}
    </main>
  )
}

function AcceptDialog({ provider, row, onClose }: { provider: string; row: Difference; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { money } = useTableHost()
  const [reason, setReason] = useState('')
  const accept = useDeskCommand(onClose, t('differences.accepted'), () =>
    acceptDifference(provider, row.ref, reason.trim())
  )
  return (
    <CommandDialog
      title={t('differences.accept_title', { provider: providerName(provider) })}
      text={t('differences.accept_text', { amount: money(row.difference), provider: providerName(provider) })}
      confirm={t('differences.accept')}
      disabled={reason.trim() === '' || isTooLong(reason, reasonLength)}
      command={accept}
      onConfirm={() => void accept.run()}
      onClose={onClose}
    >
      <Field label={t('bank.reason')} limit={{ text: reason, of: reasonLength }}>
        {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </CommandDialog>
  )
}
