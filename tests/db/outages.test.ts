/**
 * 5,000 messages through an outage of an hour and random failures after it: a sender that is killed before, while and after it
 * sends, providers that refuse, fail, or do not say what became of a message. Each message ends as exactly one of delivered,
 * undeliverable and expired, with a reason, and no text message reaches a provider twice.
 */
import type postgres from 'postgres'
import { outcomes, rolledBack, say } from './support/outcomes.ts'
import { random, seed } from './support/random.ts'

interface Taken {
  id: string
  kind: 'mail' | 'push' | 'sms'
  attempt: number
  ttl_seconds: number
}

interface Ended {
  id: string
  kind: Taken['kind']
  status: string
  last_error: string | null
  payload: object
}

const COUNT = 5000
const OUTAGE_SECONDS = 3600
/** What becomes of a message at its provider after the outage, and how often. */
const fates = [
  ['taken', 60],
  ['not_now: retry: status 503', 10],
  ['undeliverable: receiver_refused: status 400', 4],
  ['unknown: no answer in time', 4],
  ['Error: no receipt', 10],
  ['killed before', 4],
  ['killed after', 8]
] as const
const draw = random(43)

function fateOf(seconds: number): string {
  if (seconds < OUTAGE_SECONDS) return draw.chance(0.02) ? 'killed before' : 'not_now: retry: status 503'
  let left = draw.int(0, 99)
  for (const [fate, weight] of fates) {
    if (left < weight) return fate
    left -= weight
  }
  return 'taken'
}

await outcomes(async (report) => {
  say(`an outage of providers, HACKNEY_SEED=${seed}`)
  await rolledBack([], async (tx) => {
    const took = await live(tx)
    const ended = await tx.unsafe<Ended[]>('select id, kind, status, last_error, payload from app.outbox')
    const of = (status: string) => ended.filter((message) => message.status === status)
    const list = (messages: Ended[]) =>
      messages
        .slice(0, 5)
        .map(({ id, kind, last_error }) => `${kind} ${id}: ${last_error}`)
        .join('\n')
    const faults = (name: string, wrong: Ended[]) =>
      report(wrong.length === 0, name, `${wrong.length}:\n${list(wrong)}`)
    say(`${of('sent').length} delivered, ${of('dead').length} not`)
    report(ended.length === COUNT, 'an outage and random failures lose no message')
    faults('after an outage and random failures every message has ended', of('queued'))
    faults(
      'a message that ended undelivered says why',
      of('dead').filter(({ last_error }) => !/^(expired|undeliverable|unknown|Error|not_now)/.test(last_error ?? ''))
    )
    faults(
      'a message counts as delivered only if a provider took it',
      of('sent').filter(({ id }) => !took.has(id))
    )
    faults(
      'a message that a provider took counts as delivered, or as perhaps delivered',
      of('dead').filter(
        ({ id, kind, last_error }) => took.has(id) && !(kind !== 'sms' || /^unknown/.test(last_error ?? ''))
      )
    )
    faults(
      'no text message reaches a provider twice',
      ended.filter(({ id, kind }) => kind === 'sms' && (took.get(id) ?? 0) > 1)
    )
    faults(
      'an outage of an hour ends no message that was of use for longer',
      of('dead').filter(({ last_error }) => /^not_now/.test(last_error ?? ''))
    )
    faults(
      'no code stays in a message that has ended',
      ended.filter(({ payload }) => 'code' in payload)
    )
    report(of('sent').length > COUNT / 2, 'most messages arrive after an outage')
  })
})

/** Lets senders work until nothing is queued. Returns how often a provider took each message. */
async function live(tx: postgres.TransactionSql): Promise<Map<string, number>> {
  const took = new Map<string, number>()
  const json = (rows: object[]) => tx.json(rows as never)
  await tx.unsafe('delete from app.outbox')
  await tx.unsafe(
    `insert into app.outbox (kind, payload, expires_at)
    select (array['sms', 'sms', 'mail', 'push'])[1 + n % 4], jsonb_build_object('phone', '+42355500' || (100 + n % 900), 'code', '12345'),
      app.now() + make_interval(mins => 30 + n % 300)
    from generate_series(1, ${COUNT}) n`
  )
  for (let seconds = 0; seconds < 40 * 3600; ) {
    const taken = await tx<Taken[]>`select * from public.take_outbox(1000)`
    const begins = taken.filter(({ kind }) => kind === 'sms')
    const fated = taken.map((message) => ({ ...message, fate: fateOf(seconds) }))
    await tx`select public.begin_messages(${json(
      fated.filter((message) => begins.some(({ id }) => id === message.id) && message.fate !== 'killed before')
    )})`
    for (const { id, fate } of fated) {
      const hasTaken = fate === 'taken' || fate === 'killed after' || (fate.startsWith('unknown') && draw.chance(0.5))
      if (hasTaken) took.set(id, (took.get(id) ?? 0) + 1)
    }
    const results = fated
      .filter(({ fate }) => !fate.startsWith('killed'))
      .map(({ id, attempt, fate, kind }) => {
        // Only a text message is not repeated after an unclear answer.
        const error = fate === 'taken' ? null : kind === 'sms' ? fate : fate.replace(/^unknown/, 'not_now')
        return { id, attempt, ok: error === null, error }
      })
    await tx`select public.finish_messages(${json(results)})`
    const [left] = await tx<
      { queued: boolean }[]
    >`select exists (select from app.outbox where status = 'queued') as queued`
    if (!left?.queued) break
    // Nothing is vacuumed inside of a transaction, so few long steps.
    const step = taken.length === 1000 ? 1 : draw.int(60, 600)
    seconds += step
    await tx`update app.clock set "offset" = "offset" + make_interval(secs => ${step})`
  }
  return took
}
