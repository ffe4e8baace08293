/** Colours by meaning; a chart of one series is `ink`, what it is compared with `muted`. */
const tones = {
  ink: 'var(--ink)',
  muted: 'var(--line-strong)',
  ok: 'var(--ok)',
  info: 'var(--info)',
  warn: 'var(--warn)',
  bad: 'var(--bad)'
} as const

export interface Series {
  id: string
  /** Already translated. */
  label: string
  tone?: keyof typeof tones
  /** Drawn in dashes: what was, beside what is. */
  isDashed?: boolean
}

export const toneOf = ({ tone = 'ink' }: Series): string => tones[tone]

/** What every chart is told. */
export interface ChartProps {
  /** Its name, above it and in the table. */
  title: string
  series: readonly Series[]
  /** The head of the table's first column. */
  axis: string
  /** How a value is written beside the plot's points and in the table. */
  format: (value: number) => string
  /** How it is written at the axis; shorter, where `format` is long. */
  formatTick?: (value: number) => string
  /** A sentence below it: units and what was left out. */
  note?: string
  height?: number
  className?: string
}
