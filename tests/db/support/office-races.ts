import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { admin } from './crowd.ts'
import { call } from './people.ts'
import { isCut, type Race } from './race.ts'

const COUNT = 12

/** The reasons for cancelling, by their place in the list. */
const list = (sql: postgres.Sql) =>
  sql<{ label: string; value: number }[]>`select label, value from public.cancel_reasons order by value`

/** Races of admins who edit one sorted list. */
export const officeRaces: Race[] = [
  {
    name: 'an admin deletes twelve cancellation reasons at once, adds one and renames one, and the places stay without gaps',
    prepare: async (sql, round) => {
      const name = (n: number) => `race ${round} ${n}`
      const added = await sql<{ id: string }[]>`
        insert into public.cancel_reasons ${sql(Array.from({ length: COUNT }, (_, n) => ({ label: name(n) })))} returning id`
      const [kept] = await sql<
        { id: string }[]
      >`insert into public.cancel_reasons (label) values (${name(-1)}) returning id`
      const before = (await list(sql)).length - COUNT
      const run = (statement: string, ...args: unknown[]) => call(sql, admin, statement, args, { user_role: 'admin' })
      return {
        calls: [
          ...added.map(
            ({ id }) =>
              () =>
                run('delete from public.cancel_reasons where id = $1 returning id', id)
          ),
          () => run('insert into public.cancel_reasons (label) values ($1) returning id', name(COUNT)),
          () => run('update public.cancel_reasons set label = $2 where id = $1 returning id', kept?.id, name(COUNT + 1))
        ],
        judge: async (after, answers) => {
          const rows = await list(after)
          const isCounted = rows.length === before + 1 || answers.some(isCut)
          const isWhole = rows.every(({ value }, place) => value === place)
          const refused = answers.filter((answer) => !answer.ok && !isCut(answer))
          return isCounted && isWhole && refused.length === 0 ? '' : JSON.stringify({ rows, refused })
        }
      }
    }
  },
  {
    name: 'an admin starts one import four times at once, and each answer is the same import',
    prepare: async (sql) => {
      await sql`update app.limits set most = 1200 where purpose = 'import'`
      const key = randomUUID()
      const start = () =>
        call<{ id: string }>(sql, admin, `select id from public.start_import('callers', 'race.csv', $1, 5)`, [key])
      return {
        calls: [start, start, start, start],
        judge: async (_after, answers) => {
          const ids = new Set(answers.flatMap((answer) => (answer.ok ? [(answer.row as { id: string }).id] : [])))
          // A broken constraint is no answer that a kill cut off.
          const refused = answers.filter((answer) => !answer.ok && (!isCut(answer) || answer.state.startsWith('23')))
          return ids.size <= 1 && refused.length === 0 ? '' : JSON.stringify({ ids: [...ids], refused })
        }
      }
    }
  }
]
