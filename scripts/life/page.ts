import type { Life, Step } from './read.ts'

const list = (steps: readonly Step[]): string =>
  steps.map(({ name, about }, index) => `${index + 1}. \`app.${name}\`: ${about}`).join('\n')

/** Writes the page `docs/reference/booking-life.md`. */
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

![The statuses of a booking, and who may take it from one to the next](../images/booking-life.svg)

Only one function writes the status of a booking: \`app.move_booking(booking_id, to_status, patch)\`. It sets the columns of \`patch\` in
the same statement, because constraints tie each status to its times, its driver and its money. The caller has already locked the row,
checked permissions and set the actor (\`app.set_actor\`). The guard refuses every other writer, even the owner, and every step that is
not in \`booking_transitions\`. After the move one trigger runs the steps below in their written order. A rule that follows
from a status is a further step there, not a further trigger. \`tests/db/booking_paths.test.ts\` records the result of each
path; \`tests/db/booking_life.sql\` proves that there is one writer.

## Transitions

Set by: the functions that move a booking to that status.

| from | to | actors | set by |
|---|---|---|---|
${rows.join('\n')}

## After a booking is created

\`app.booking_created\`:

${list(created)}

## After a status changes

\`app.booking_moved\`:

${list(moved)}

## Triggers on bookings

| trigger | when |
|---|---|
${triggers.map(({ name, when }) => `| \`${name}\` | ${when.toLowerCase()} |`).join('\n')}
`
}
