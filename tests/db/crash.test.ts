/**
 * Kills PostgreSQL with kill -9 in the middle of each race, at a random moment. It recovers by itself, everything that was
 * answered is stored, nothing happened twice, and interrupted calls left no trace. The seed chooses every other race;
 * HACKNEY_FULL=1 kills in all of them, ten times each.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { withCluster } from './support/cluster.ts'
import { checkInvariants } from './support/invariants.ts'
import { outcomes, say } from './support/outcomes.ts'
import type { Answer } from './support/people.ts'
import { ignoreLostSocket, settle } from './support/race.ts'
import { prepareRaces, races } from './support/races.ts'
import { isFull, random, seed } from './support/random.ts'

await outcomes(async (report) => {
  const rounds = isFull ? 10 : 1
  const draw = random(7)
  say(`kill -9 in the middle of races, HACKNEY_SEED=${seed}`)
  await withCluster(async (cluster) => {
    let sql = cluster.connect(16)
    await prepareRaces(sql)
    for (const race of races.filter((_, place) => isFull || (place + seed) % 2 === 0)) {
      for (let round = 0; round < rounds; round += 1) {
        const { calls, judge } = await race.prepare(sql, round)
        await Promise.all(Array.from({ length: 16 }, () => sql`select pg_sleep(0.02)`))
        const cut: Answer<never> = { ok: false, key: 'cut off', state: '', hint: '' }
        const gone = new AbortController()
        const cutOff = new Promise<Answer<never>>((resolve) =>
          gone.signal.addEventListener('abort', () => resolve(cut))
        )
        // A call that waits for a connection of the killed server would never return.
        let answered = 0
        const ask = (work: (typeof calls)[number]) =>
          work()
            .finally(() => (answered += 1))
            .catch(() => cut)
        const answers = Promise.all(calls.map((work) => Promise.race([ask(work), cutOff])))
        // In the middle: some calls are answered, the others are between the first byte and the commit.
        const enough = draw.int(0, Math.min(12, calls.length - 1))
        for (const until = performance.now() + 2000; answered < enough && performance.now() < until; ) await sleep(1)
        if (enough === 0) await sleep(draw.int(0, 20))
        process.on('uncaughtException', ignoreLostSocket)
        cluster.kill()
        await sleep(100)
        gone.abort()
        const known = await answers
        await sql.end({ timeout: 0 })
        const began = performance.now()
        await cluster.restart()
        const back = (performance.now() - began).toFixed(0)
        process.off('uncaughtException', ignoreLostSocket)
        sql = cluster.connect(16)
        const served = known.filter(({ ok }) => ok).length
        say(`${race.name}: ${served} of ${known.length} answered before the kill, back after ${back} ms`)
        const problem = await judge(sql, known)
        report(problem === '', `killed while ${race.name}: each answered call is stored exactly once`, problem)
        await checkInvariants(sql, report, `killed while ${race.name}`)
        await settle(sql)
      }
    }
    await sql.end({ timeout: 1 })
  })
})
