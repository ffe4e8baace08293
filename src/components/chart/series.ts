/** Colours of series by meaning. `ink` is for a single or main series, `muted` for a series to compare the main one with. */
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
  /** The name of the series, translated. */
  label: string
  tone?: keyof typeof tones
  /** Draws the line dashed, for values of an earlier period. */
  isDashed?: boolean
}

export const toneOf = ({ tone = 'ink' }: Series): string => tones[tone]

/** Props of every chart. */
export interface ChartProps {
  /** The chart's title, above it and as the caption of its table. */
  title: string
  series: readonly Series[]
  /** The header of the table's first column. */
  axis: string
  /** Formats a value beside its point and in the table. */
  format: (value: number) => string
  /** Formats a value for the labels of the value axis, more briefly than `format`. Default: `format`. */
  formatTick?: (value: number) => string
  /** A sentence below the chart, such as the unit of the values or what they do not include. */
  note?: string
  height?: number
  className?: string
}
