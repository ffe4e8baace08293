import type { Life, Step } from './read.ts'

const list = (steps: readonly Step[]): string =>
  steps.map(({ name, about }, index) => `${index + 1}. \`app.${name}\`: ${about}`).join('\n')

/** The page `docs/booking-life.md`. */
export function writeLife({ transitions, movers, created, moved, triggers }: Life): string {
  const moversTo = (status: string): string =>
    movers
      .filter(({ to }) => to.includes(status))
      .map(({ name }) => `\`${name.replace('public.', '')}\``)
      .join(', ')
  const rows = transitions.map(
    ({ from, to, actors }) =>
      `| ${from ?? '(new)'} | ${to} | ${actors.join(', ')} | ${from === null ? '`app.insert_booking`' : moversTo(to)} |`
  )
  return `<!-- Generated from the database by scripts/generate-types.ts; do not edit. -->
# A booking's life

![The statuses of a booking, and who may take it from one to the next](images/booking-life.svg)

One function writes the status of a booking: \`app.move_booking(booking_id, to_status, patch)\`. It sets the columns of \`patch\` in
the same statement, since constraints tie each status to its times, its driver and its money. The caller has locked the row,
checked the rights and named the actor (\`app.act\`). The guard refuses every other writer, the owner too, and every step that is
not in \`booking_transitions\`. After the move one trigger runs the steps below in their written order; a rule that follows
from a status is one more step there, not one more trigger. \`tests/db/booking_paths.test.ts\` records what each path leaves
behind; \`tests/db/booking_life.sql\` proves that there is one writer.

## Transitions

Set by: the functions that move a booking to that status.

| from | to | actors | set by |
|---|---|---|---|
${rows.join('\n')}

## After a booking was made

\`app.booking_created\`:

${list(created)}

## After its status changed

\`app.booking_moved\`:

${list(moved)}

## Triggers on bookings

| trigger | when |
|---|---|
${triggers.map(({ name, when }) => `| \`${name}\` | ${when.toLowerCase()} |`).join('\n')}
`
}
