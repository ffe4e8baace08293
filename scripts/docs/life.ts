import type { Life, Step } from './read.ts'

const list = (steps: readonly Step[]): string =>
  steps.map(({ name, about }, index) => `${index + 1}. \`app.${name}\`: ${about}`).join('\n')

/** The statuses and who may change them, as Mermaid. */
function drawStates({ transitions }: Life): string {
  const ends = [...new Set(transitions.map(({ to }) => to))].filter(
    (to) => !transitions.some(({ from }) => from === to)
  )
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...transitions.map(({ from, to, actors }) => `  ${from ?? '[*]'} --> ${to}: ${actors.join(', ')}`),
    ...ends.map((status) => `  ${status} --> [*]`),
    '```'
  ].join('\n')
}

/** Writes the page `docs/reference/booking-life.md`. */
export function writeLife(life: Life): string {
  const { columns, created, moved, triggers } = life
  return `<!-- Generated from the database by scripts/generate-types.ts; do not edit. -->
# A booking's life

The statuses, and who may take a booking from one to the next:

${drawStates(life)}

Only one function writes the status of a booking: \`app.move_booking(booking_id, to_status, patch)\`. It sets the columns of \`patch\` in
the same statement, because constraints tie each status to its times, its driver and its money. The caller has already locked the row,
checked permissions and set the actor (\`app.set_actor\`). The guard refuses every other writer, even the owner, and every step that is
not in \`booking_transitions\`. After the move one trigger runs the steps below in their written order. A rule that follows
from a status is a further step there, not a further trigger. \`tests/db/booking_paths.test.ts\` records the result of each
path; \`tests/db/booking_life.sql\` proves that there is one writer.

## Columns that a change of status may set

\`app.booking_move_columns\` lists them; the guard refuses any other: ${columns.map((name) => `\`${name}\``).join(', ')}.

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
